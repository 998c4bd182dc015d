import type { Finding } from '../../../../core/finding.ts';
import { versionFinding } from '../../failed-options.ts';
import { recordedVersion } from '../../postgres/postgres-queue.ts';
import { query } from '../../postgres/transaction.ts';
import { copiesFindings, SAMPLE, workerFinding } from '../copy-findings.ts';
import { UNTAKEN, type CopyQueue } from './copy-queue.ts';
import { read } from './read.ts';

/** Looks at both queues. Changes nothing. BullMQ's workers name their connection after the queue, where that can be seen. */
export async function check(queue: CopyQueue): Promise<readonly Finding[]> {
  const { main, copies } = queue;
  const names = { main: main.name, copies: copies.name };
  const [row = {}] = await query(copies.pool, copies.place, `
    SELECT count(*) FILTER (WHERE state IN ${UNTAKEN})::int AS waiting, count(*) FILTER (WHERE state = 'active')::int AS active,
           (SELECT count(*)::int FROM pg_stat_activity a WHERE a.application_name = $1 OR starts_with(a.application_name, $1 || ':w:')) AS workers
      FROM ${copies.schema}.job WHERE queue = $1`, [copies.name]);
  const { letters } = await read(queue, undefined, SAMPLE);
  return [
    versionFinding(main.name, await recordedVersion(main.pool, main.place, main.schema), `${main.version.loaded} (tables at migration ${main.version.migration})`, main.bullmqFrom),
    workerFinding(names, Number(row['workers']), Number(row['active'])),
    ...copiesFindings(names, Number(row['waiting']), letters),
  ];
}
