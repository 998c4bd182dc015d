import { MendqError } from './core/errors.ts';
import type { Emit } from './core/events.ts';
import { queueFinder, type FoundQueues } from './found-queues.ts';
import { failureOf, type QueueFailure } from './queue-failure.ts';
import type { QueueAdapter, QueueDefinition, QueueEnvironment } from './queues/contract.ts';

/** The queues of a configuration, opened when they are needed first and kept open. */
export interface QueuePool {
  /**
   * Opens the queues that are not open yet and closes those that a pattern no longer finds. One that can't be opened is
   * reported by `queue-failed` and tried again next time, except that a queue which a pattern found and which is not one
   * of BullMQ's that mendq speaks is reported once and then left alone. Rejects with `MENDQ_E_USAGE` where `only` names an unknown queue.
   */
  open(only?: readonly string[]): Promise<{ readonly open: readonly QueueAdapter[]; readonly failures: readonly QueueFailure[] }>;
  close(): Promise<void>;
}

/** How a pool is built. `wrap` stands between every adapter and those who use it. */
export interface QueuePoolOptions {
  readonly environment: QueueEnvironment;
  readonly wrap: (adapter: QueueAdapter) => QueueAdapter;
  readonly emit: Emit;
}

export function createQueuePool(definitions: readonly QueueDefinition[], { environment, wrap, emit }: QueuePoolOptions): QueuePool {
  const find = queueFinder(definitions, environment);
  const adapters = new Map<string, Promise<QueueAdapter>>();
  const skipped = new Set<string>();

  // Asynchronous, so that a definition that throws instead of rejecting is a failure like any other.
  const opened = async (definition: QueueDefinition): Promise<QueueAdapter> => wrap(await definition.open(environment));

  const openOne = async (definition: QueueDefinition, isFound: boolean): Promise<QueueAdapter | QueueFailure | undefined> => {
    const { name } = definition;
    if (skipped.has(name)) return undefined;
    const opening = adapters.get(name) ?? opened(definition);
    adapters.set(name, opening);
    try {
      return await opening;
    } catch (error) {
      adapters.delete(name);
      const failure = failureOf(name, error);
      if (isFound && failure.error.code === 'MENDQ_E_BROKER_VERSION') skipped.add(name);
      return failure;
    }
  };

  return {
    open: async (only) => {
      const found = await find();
      const wanted = selected(definitions, found, only);
      await closeVanished(adapters, skipped, found);
      const results = await Promise.all(wanted.map(async (definition) => openOne(definition, found.patternOf.has(definition.name))));
      const failures = [...found.failures, ...results.filter((result): result is QueueFailure => result !== undefined && 'queue' in result)];
      for (const failure of failures) emit('queue-failed', failure);
      return { open: results.filter((result): result is QueueAdapter => result !== undefined && !('queue' in result)), failures };
    },
    close: async () => {
      const open = [...adapters.values()];
      adapters.clear();
      await Promise.allSettled(open.map(async (adapter) => (await adapter).close()));
    },
  };
}

async function closeVanished(adapters: Map<string, Promise<QueueAdapter>>, skipped: Set<string>, { definitions }: FoundQueues): Promise<void> {
  const names = new Set(definitions.map(({ name }) => name));
  for (const name of skipped) if (!names.has(name)) skipped.delete(name);
  for (const [name, adapter] of adapters) {
    if (names.has(name)) continue;
    adapters.delete(name);
    await adapter.then((open) => open.close()).catch(() => undefined);
  }
}

/** The queues that are meant: all, or those whose name, or whose pattern's, is in `only`. */
function selected(configured: readonly QueueDefinition[], { definitions, patternOf, failures }: FoundQueues, only: readonly string[] | undefined): readonly QueueDefinition[] {
  if (only === undefined || only.length === 0) return definitions;
  const isMeant = ({ name }: QueueDefinition): boolean => only.includes(name) || only.includes(patternOf.get(name) ?? name);
  const known = new Set([...configured, ...definitions].map(({ name }) => name));
  const unknown = only.find((name) => !known.has(name));
  if (unknown === undefined) return definitions.filter(isMeant);
  const pattern = configured.find(({ matches }) => matches?.(unknown) === true);
  const failure = failures.find(({ queue }) => queue === pattern?.name);
  if (failure !== undefined) throw failure.error;
  const problem = pattern === undefined ? `there is no queue ${unknown} in the configuration` : `no queue ${unknown} is there; ${pattern.name} would take it`;
  throw new MendqError('MENDQ_E_USAGE', problem, { hint: `Configured: ${configured.map(({ name }) => name).join(', ')}.` });
}
