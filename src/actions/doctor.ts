import { isMendqError, messageOf } from '../core/errors.ts';
import type { Finding } from '../core/finding.ts';
import type { House, QueueFailure } from '../house.ts';
import type { QueueAdapter, QueueDefinition } from '../queues/contract.ts';
import { describeModel } from './describe-model.ts';
import { describeRetention } from './describe-retention.ts';

/** How far `doctor` looks. */
export interface DoctorOptions {
  /** True to ask the configured model one question, which costs what one call costs. @defaultValue false */
  readonly model?: boolean;
}

/** Looks at everything that healing stands on and says for each finding what to do. Changes nothing. */
export async function doctor(house: House, { model = false }: DoctorOptions = {}): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  findings.push(...(await attempt('configuration', async () => describeJobTypes(house))));
  findings.push(...(await attempt('ledger', async () => describeLedger(house))));
  findings.push(...(await attempt('retention', async () => describeRetention((await house.ledger()).ledger, house.store, house.policy))));
  findings.push(...(await attempt('model', async () => describeModel(house, model))));
  const { open, failures } = await house.queues();
  for (const { queue, error } of failures) {
    findings.push({ severity: 'error', subject: `queue ${queue}`, message: error.message, ...(error.hint === undefined ? {} : { fix: error.hint }) });
  }
  findings.push(...house.definitions.flatMap((pattern) => emptyPattern(pattern, open, failures)));
  for (const queue of open) findings.push(...(await attempt(`queue ${queue.name}`, async () => [...(await queue.check()), ...(await uncovered(queue, house))])));
  return findings;
}

function emptyPattern({ name, matches }: QueueDefinition, open: readonly QueueAdapter[], failures: readonly QueueFailure[]): readonly Finding[] {
  if (matches === undefined || [...open.map((queue) => queue.name), ...failures.map(({ queue }) => queue)].some((queue) => queue === name || matches(queue))) return [];
  return [{ severity: 'warning', subject: `queue ${name}`, message: 'no queue matches this pattern now', fix: 'Check the pattern, the prefix and the server; queues that appear later are found by themselves.' }];
}

/** Names of jobs that are there and have no schema, though others of the queue have one. */
async function uncovered(queue: QueueAdapter, house: House): Promise<readonly Finding[]> {
  const [names, jobTypeOf] = [(await queue.names?.()) ?? new Map<string, number>(), await house.jobTypeOf()];
  return [...names].filter(([name]) => jobTypeOf(queue.name, name).schema === undefined).map(([name, jobs]) => ({
    severity: 'warning',
    subject: `queue ${queue.name}, job ${name}`,
    message: `${jobs} of the jobs looked at, dead or waiting, have this name, and no schema covers them: they are never repaired`,
    fix: `Add jobs: { '${name}': { schema } } to the queue.`,
  }));
}

async function attempt(subject: string, look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await look();
  } catch (error) {
    const fix = isMendqError(error) ? error.hint : undefined;
    return [{ severity: 'error', subject, message: messageOf(error), ...(fix === undefined ? {} : { fix }) }];
  }
}

async function describeLedger(house: House): Promise<readonly Finding[]> {
  const { ledger } = await house.ledger();
  const { letters, events, broken } = await ledger.verify();
  const [first] = broken;
  if (first === undefined) return [{ severity: 'ok', subject: 'ledger', message: `${ledger.location}: ${letters} letters, ${events} audit events, every hash chain holds` }];
  return [{ severity: 'error', subject: 'ledger', message: `the audit chain of ${first.letter} breaks at event ${first.sequence}: ${first.why}`, fix: 'Somebody changed the ledger. Compare it with a backup.' }];
}

async function describeJobTypes(house: House): Promise<readonly Finding[]> {
  const jobTypeOf = await house.jobTypeOf();
  return house.definitions.flatMap(({ name: queue, jobs }) => {
    const names = Object.keys(jobs);
    if (names.length === 0) {
      return [{ severity: 'warning' as const, subject: `queue ${queue}`, message: 'no job type is configured: nothing can be repaired', fix: 'Add jobs: { name: { schema } } to the queue.' }];
    }
    return names.flatMap((name) => describeJobType(`queue ${queue}, job ${name}`, jobTypeOf(queue, name)));
  });
}

function describeJobType(subject: string, type: Awaited<ReturnType<Awaited<ReturnType<House['jobTypeOf']>>>>): readonly Finding[] {
  const findings: Finding[] = [];
  if (type.schema === undefined) findings.push({ severity: 'warning', subject, message: 'it has no schema: its letters are never repaired', fix: 'Give the schema that the worker validates with.' });
  else if (type.schema.jsonSchema === undefined) findings.push({ severity: 'warning', subject, message: `its schema (${type.schema.kind}) can't be read as JSON Schema: fewer repairs are found`, fix: 'Use a schema library that implements Standard JSON Schema, or give a JSON Schema.' });
  if (type.fulfilled === undefined && type.fulfilledMany === undefined && type.effects !== 'none') {
    findings.push({ severity: 'warning', subject, message: 'it has no fulfilled hook: nobody can tell whether the work was already done', fix: 'Give fulfilled or fulfilledMany, asking your database.' });
  }
  if (type.idempotencyKey === undefined && type.effects === 'external') {
    findings.push({ severity: 'warning', subject, message: 'it acts outside the database and has no idempotencyKey: two letters of one piece of work could be replayed side by side', fix: 'Give idempotencyKey: (job) => job.id, with what names the work.' });
  }
  if (findings.length === 0) findings.push({ severity: 'ok', subject, message: `schema ${type.schema?.kind ?? ''}, hooks and effects are set` });
  return findings;
}
