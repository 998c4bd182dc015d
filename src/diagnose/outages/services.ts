import { AWS_OUTAGES } from './aws.ts';
import { GRPC_OUTAGES } from './grpc.ts';
import { KAFKAJS_OUTAGES } from './kafkajs.ts';
import type { OutageTable } from './outage-kind.ts';

const SMTP_OUTAGES: OutageTable = {
  SMTP_NOT_NOW: { kind: 'refused', what: 'the mail server refused the mail for now' },
};

const STRIPE_OUTAGES: OutageTable = {
  api_connection_error: { kind: 'cut', what: 'the connection to the service failed' },
  api_error: { kind: 'cut', what: 'the service failed inside' },
  lock_timeout: { kind: 'refused', what: 'another request was using the same object' },
  idempotency_key_in_use: { kind: 'cut', what: 'another request with the same idempotency key was under way' },
};

const FTP_OUTAGES: OutageTable = {
  FTP_NOT_NOW: { kind: 'refused', what: 'the server refused the transfer for now' },
};

const ELASTICSEARCH_OUTAGES: OutageTable = {
  no_living_connections: { kind: 'cut', what: 'no node of the cluster could be reached' },
};

const AMQPLIB_OUTAGES: OutageTable = {
  'CONNECTION-FORCED': { kind: 'cut', what: 'the broker closed the connection' },
  CHANNEL_CLOSED: { kind: 'cut', what: 'the channel was closed' },
  CLOSING: { kind: 'cut', what: 'the connection was closing' },
  HANDSHAKE_CUT: { kind: 'not-sent', what: 'the connection was closed while it opened' },
  HEARTBEAT_TIMEOUT: { kind: 'cut', what: 'the broker did not answer' },
  NACKED: { kind: 'cut', what: 'the broker did not confirm the message' },
};

/** Servers of models say 500 where they failed for a moment, and ask for a repetition. */
const MODEL_OUTAGES: OutageTable = {
  '500': { kind: 'cut', what: 'the service failed inside' },
};

/** Outages by library and by the code that its parser gives: a name like UNAVAILABLE means this only where the library said it. */
export const SERVICE_OUTAGES: Readonly<Record<string, OutageTable>> = {
  amqplib: AMQPLIB_OUTAGES,
  aws: AWS_OUTAGES,
  elasticsearch: ELASTICSEARCH_OUTAGES,
  ftp: FTP_OUTAGES,
  google: MODEL_OUTAGES,
  grpc: GRPC_OUTAGES,
  kafkajs: KAFKAJS_OUTAGES,
  openai: MODEL_OUTAGES,
  smtp: SMTP_OUTAGES,
  stripe: STRIPE_OUTAGES,
};
