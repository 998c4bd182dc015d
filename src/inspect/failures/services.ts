import { recogniseAmqplib } from './amqplib.ts';
import { recogniseAws } from './aws.ts';
import { recogniseAxios } from './axios.ts';
import { recogniseBrowser } from './browser.ts';
import { recogniseElasticsearch } from './elasticsearch.ts';
import { recogniseFileTransfer } from './file-transfer.ts';
import { recogniseGoogle } from './google.ts';
import { recogniseGot } from './got.ts';
import { recogniseGrpc } from './grpc.ts';
import { recogniseKafkajs } from './kafkajs.ts';
import { recogniseKy } from './ky.ts';
import { recogniseMessaging } from './messaging.ts';
import { recogniseNodeFetch } from './node-fetch.ts';
import { recogniseOctokit } from './octokit.ts';
import { recogniseOfetch } from './ofetch.ts';
import { recogniseOpenai } from './openai.ts';
import type { Recogniser } from './recogniser.ts';
import { recogniseRequest } from './request.ts';
import { recogniseSmtp } from './smtp.ts';
import { recogniseStripe } from './stripe.ts';
import { recogniseUndici } from './undici.ts';

/** Services and HTTP clients. A client's own words come before those of a service that is reached through it. */
export const SERVICE_RECOGNISERS: readonly Recogniser[] = [
  recogniseGrpc,
  recogniseStripe,
  recogniseOpenai,
  recogniseKafkajs,
  recogniseAws,
  recogniseElasticsearch,
  recogniseAmqplib,
  recogniseOctokit,
  recogniseSmtp,
  recogniseFileTransfer,
  recogniseBrowser,
  recogniseMessaging,
  recogniseGoogle,
  recogniseKy,
  recogniseGot,
  recogniseOfetch,
  recogniseRequest,
  recogniseAxios,
  recogniseNodeFetch,
  recogniseUndici,
];
