import type { FailureText } from '../failure-text.ts';
import { recogniseNode } from './node.ts';
import type { Recognition } from './recogniser.ts';

/** The protocol's errors by their texts; wrappers are called retriable or not without regard to them. */
const PROTOCOL: readonly (readonly [start: string, code: string])[] = [
  ['There is no leader for this topic-partition as we are in the middle of a leadership election', 'LEADER_NOT_AVAILABLE'],
  ['This server is not the leader for that topic-partition', 'NOT_LEADER_FOR_PARTITION'],
  ['The coordinator is not available', 'GROUP_COORDINATOR_NOT_AVAILABLE'],
  ['The group coordinator is not available', 'GROUP_COORDINATOR_NOT_AVAILABLE'],
  ['The coordinator is loading and hence', 'GROUP_LOAD_IN_PROGRESS'],
  ['This is not the correct coordinator for this group', 'NOT_COORDINATOR_FOR_GROUP'],
  ['The group is rebalancing, so a rejoin is needed', 'REBALANCE_IN_PROGRESS'],
  ['The leader epoch in the request is', 'FENCED_LEADER_EPOCH'],
  ['The broker is not available', 'BROKER_NOT_AVAILABLE'],
  ['The replica is not available for the requested topic-partition', 'REPLICA_NOT_AVAILABLE'],
  ['There is no listener on the leader broker', 'LISTENER_NOT_FOUND'],
  ['Messages are rejected since there are fewer in-sync replicas than required', 'NOT_ENOUGH_REPLICAS'],
  ['Messages are written to the log, but to fewer in-sync replicas than required', 'NOT_ENOUGH_REPLICAS_AFTER_APPEND'],
  ['The throttling quota has been exceeded', 'THROTTLING_QUOTA_EXCEEDED'],
  ['The server disconnected before a response was received', 'NETWORK_EXCEPTION'],
  ['The request timed out', 'REQUEST_TIMED_OUT'],
  ['Not authorized to access ', 'TOPIC_AUTHORIZATION_FAILED'],
  ['SASL Authentication failed', 'SASL_AUTHENTICATION_FAILED'],
  ['SASL PLAIN authentication failed', 'SASL_AUTHENTICATION_FAILED'],
];
/** A request of the client's that got no answer; all but a few change nothing at the brokers. */
const TIMED_OUT = /^Request ([A-Za-z]{3,40})\(key: \d{1,3}, version: \d{1,3}\) timed out/;
const CHANGING = new Set(['Produce', 'AddPartitionsToTxn', 'AddOffsetsToTxn', 'EndTxn', 'TxnOffsetCommit', 'OffsetCommit', 'CreateTopics', 'DeleteTopics', 'DeleteRecords', 'AlterConfigs', 'CreatePartitions']);
const DISCONNECTED = /^(?:The (?:producer|client) is disconnected|Cannot (?:send|produce)[^\n]{0,60} disconnected)/;
const FRAMES = '/node_modules/kafkajs/';

/** KafkaJS: what the protocol says, under whichever wrapper it comes. */
export function recogniseKafkajs(text: FailureText): Recognition | undefined {
  const { errorClass, message } = text;
  if (!errorClass.startsWith('KafkaJS') && !text.frames.slice(0, 8).some((frame) => frame.includes(FRAMES)) && !TIMED_OUT.test(message) && !isOwnText(message)) return undefined;
  const code = PROTOCOL.find(([start]) => message.startsWith(start))?.[1];
  if (code !== undefined) return { library: 'kafkajs', code };
  const request = TIMED_OUT.exec(message)?.[1];
  if (request !== undefined) return { library: 'kafkajs', code: CHANGING.has(request) ? 'REQUEST_TIMED_OUT' : 'LOOKUP_TIMED_OUT' };
  if (DISCONNECTED.test(message)) return { library: 'kafkajs', code: 'DISCONNECTED' };
  if (errorClass === 'KafkaJSConnectionError') return connection(text);
  return undefined;
}

/** The longest of the protocol's texts are nobody else's, also where the class was not kept. */
function isOwnText(message: string): boolean {
  return PROTOCOL.some(([start]) => start.length > 40 && message.startsWith(start));
}

function connection(text: FailureText): Recognition {
  const inner = recogniseNode({ ...text, message: text.message.replace(/^(?:Connection error|Failed to connect(?: to seed broker)?): /, '') });
  if (inner !== undefined) return { ...inner, library: 'kafkajs' };
  return { library: 'kafkajs', code: text.message.startsWith('Connection timeout') ? 'CONNECTION_TIMEOUT' : 'NETWORK_EXCEPTION' };
}
