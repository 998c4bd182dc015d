import type { RawLetter } from '../../../core/dead-letter.ts';
import type { Json } from '../../../core/json.ts';
import { PARENT_FACT, RETENTION_FACT } from '../../../core/letter-facts.ts';
import { toEpoch, toMoment } from '../epoch.ts';
import { describeKey } from '../relatives.ts';
import { retentionOf } from '../retention.ts';
import { stackList } from '../stack-list.ts';
import type { PostgresQueue } from './postgres-queue.ts';

/** SQL for every column as text, so that a restored row holds what it held; the body only where it is not too long. */
export function columnList({ columns, payloadBytes }: PostgresQueue): string {
  const texts = columns.filter(({ name }) => name !== 'data').map(({ name }) => `j."${name}"::text AS "${name}"`);
  const size = 'octet_length(j.data::text)';
  return [...texts, `${size} AS "mendq_bytes"`, `CASE WHEN ${size} <= ${payloadBytes} THEN j.data::text END AS data`].join(', ');
}

/** The letter that a row makes. */
export function toRawLetter(row: Readonly<Record<string, unknown>>, queue: string): RawLetter {
  const { data, mendq_bytes: bytes, ...columns } = row;
  const text = (name: string): string => (typeof columns[name] === 'string' ? columns[name] : '');
  const isOversize = data === null;
  const retention = retentionOf(text('opts'));
  const facts = {
    ...(text('parent_id') === '' ? {} : { [PARENT_FACT]: describeKey(`${text('parent_queue')}:${text('parent_id')}`) }),
    ...(retention === undefined ? {} : { [RETENTION_FACT]: retention }),
  };
  return {
    queue,
    broker: 'bullmq',
    messageId: text('id'),
    epoch: toEpoch({ timestamp: text('added_at_ms'), attemptsStarted: text('attempts_started'), finishedOn: text('finished_at_ms') }),
    name: text('name'),
    body: Buffer.from(typeof data === 'string' ? data : '', 'utf8'),
    ...(isOversize ? { oversize: Number(bytes) } : {}),
    headers: { ...(columns as Record<string, Json>), ...facts },
    failure: {
      reason: text('failed_reason'),
      stack: stackList(text('stacktrace')),
      at: toMoment(text('finished_at_ms')) ?? new Date(0),
    },
    attempts: Number(text('attempts_made')) || 0,
    ...(retention === undefined ? {} : { retention }),
    enqueuedAt: toMoment(text('added_at_ms')) ?? new Date(0),
  };
}
