import type { FailureText } from '../failure-text.ts';
import { answered, printedStatus } from './http-answer.ts';
import type { Recognition } from './recogniser.ts';

/** The type of the error, as the client puts it before `Root causes` or in brackets. */
const TYPE = /^\[?((?:[a-z]{2,40}_){1,8}exception)\]?(?=$|[:\s])/;
const STATUSES: Readonly<Record<string, string>> = {
  es_rejected_execution_exception: '429',
  circuit_breaking_exception: '429',
  too_many_requests_exception: '429',
  cluster_block_exception: '403',
  unavailable_shards_exception: '503',
  no_shard_available_action_exception: '503',
  master_not_discovered_exception: '503',
  process_cluster_event_timeout_exception: '503',
  security_exception: '401',
};
/** An index that became read-only because the disk is full. */
const DISK = /\b(?:FORBIDDEN|TOO_MANY_REQUESTS)\/12\/|flood[- ]stage|read-only \/ allow delete/i;

/** Elasticsearch and OpenSearch, by the type of their exceptions. */
export function recogniseElasticsearch(text: FailureText): Recognition | undefined {
  if (text.errorClass === 'NoLivingConnectionsError') return { library: 'elasticsearch', code: 'no_living_connections' };
  const type = TYPE.exec(text.message)?.[1];
  if (type === undefined || (text.errorClass !== 'ResponseError' && !Object.hasOwn(STATUSES, type))) return undefined;
  if (DISK.test(text.message)) return { library: 'elasticsearch', code: 'disk_flood_stage' };
  const status = printedStatus(text, 'meta.statusCode', 'statusCode', 'status') ?? (Object.hasOwn(STATUSES, type) ? STATUSES[type] : undefined);
  return status === undefined ? { library: 'elasticsearch', code: type } : answered(text, { library: 'elasticsearch', status, code: type });
}
