import { failureOf, type QueueFailure } from './queue-failure.ts';
import type { QueueDefinition, QueueEnvironment } from './queues/contract.ts';

/** A pattern is looked up again after so many milliseconds: a look walks through all keys of the store. */
const LOOK_EVERY = 10_000;

/** mendq's own queue, which no pattern takes. */
const OWN_QUEUE = 'mendq-patrol';

/** The queues of a configuration at one moment. */
export interface FoundQueues {
  /** Those that are named, then those that patterns found, each once. */
  readonly definitions: readonly QueueDefinition[];
  /** The pattern that found a queue, by the queue's name. */
  readonly patternOf: ReadonlyMap<string, string>;
  /** Patterns whose store could not be asked; what they found before still counts. */
  readonly failures: readonly QueueFailure[];
}

interface Look {
  readonly at: number;
  readonly definitions: readonly QueueDefinition[];
  readonly failure?: QueueFailure;
}

/** Makes the function that says which queues there are now. A name of its own wins over patterns, the first pattern over the others. */
export function queueFinder(definitions: readonly QueueDefinition[], environment: QueueEnvironment): () => Promise<FoundQueues> {
  const named = definitions.filter(({ expand }) => expand === undefined);
  const reserved = [...definitions.flatMap(({ sideQueues = [] }) => sideQueues), OWN_QUEUE];
  const looks = new Map<string, Look>();
  const lookAt = async (pattern: QueueDefinition): Promise<Look> => {
    const before = looks.get(pattern.name);
    const now = environment.clock.now().getTime();
    if (before !== undefined && before.failure === undefined && now - before.at < LOOK_EVERY) return before;
    try {
      const look = { at: now, definitions: (await pattern.expand?.(environment)) ?? [] };
      looks.set(pattern.name, look);
      return look;
    } catch (error) {
      const look = { at: now, definitions: before?.definitions ?? [], failure: failureOf(pattern.name, error) };
      looks.set(pattern.name, look);
      return look;
    }
  };
  return async () => {
    const found = new Map(named.map((definition) => [definition.name, definition]));
    const taken = new Set([...found.keys(), ...reserved]);
    const patternOf = new Map<string, string>();
    const failures: QueueFailure[] = [];
    for (const pattern of definitions.filter(({ expand }) => expand !== undefined)) {
      const look = await lookAt(pattern);
      if (look.failure !== undefined) failures.push(look.failure);
      for (const definition of look.definitions.filter(({ name }) => !taken.has(name))) {
        taken.add(definition.name);
        found.set(definition.name, definition);
        patternOf.set(definition.name, pattern.name);
      }
    }
    return { definitions: [...found.values()], patternOf, failures };
  };
}
