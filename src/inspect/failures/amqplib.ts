import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

/** `Channel closed by server: 404 (NOT-FOUND) with message "..."`; the numbers are AMQP's, not HTTP's. */
const CLOSED = /^(?:Channel|Connection) closed(?: by server)?: (\d{3}) \(([A-Z-]{4,30})\)/;
const FRAMES = '/node_modules/amqplib/';
const WORDS: readonly (readonly [start: string, code: string])[] = [
  ['Socket closed abruptly during opening handshake', 'HANDSHAKE_CUT'],
  ['Connection closing', 'CLOSING'],
  ['Channel closed', 'CHANNEL_CLOSED'],
  ['Channel ended, no reply will be forthcoming', 'CHANNEL_CLOSED'],
  ['Heartbeat timeout', 'HEARTBEAT_TIMEOUT'],
  ['Unexpected close', 'CHANNEL_CLOSED'],
  ['message nacked', 'NACKED'],
];

/** RabbitMQ through amqplib. */
export function recogniseAmqplib({ message, frames }: FailureText): Recognition | undefined {
  const closed = CLOSED.exec(message)?.[2];
  if (closed !== undefined) return { library: 'amqplib', code: closed };
  if (!frames.slice(0, 8).some((frame) => frame.includes(FRAMES))) return undefined;
  const code = WORDS.find(([start]) => message.startsWith(start))?.[1];
  return code === undefined ? undefined : { library: 'amqplib', code };
}
