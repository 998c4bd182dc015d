import { createRedactor, type RedactorFor } from '../core/redactor.ts';
import { redactionRules, type RedactionRules } from '../core/redaction-rules.ts';
import { checkRedactPointers } from './check-redact.ts';
import { elementPattern } from './element-patterns.ts';
import type { MendqConfig } from './config.ts';
import type { JobDefinitions } from './job-types.ts';

/** Stands for all job names of a queue at once. No job has it. */
const ANY = '\0';

/** The rules of one definition by job name; `'*'` for the others. */
type RulesOfQueue = ReadonlyMap<string, RedactionRules>;

/**
 * Reads what is to be hidden in which letters: the configuration's own keys and pointers, and those of the letter's job
 * type. Throws `MENDQ_E_CONFIG` where a job type's pointers can't be used.
 */
export function redactionOf({ queues, redact = {} }: Pick<MendqConfig, 'redact'> & { readonly queues: readonly JobDefinitions[] }): RedactorFor {
  const { keys = [], pointers = [] } = redact;
  const general = redactionRules({ keys, pointers: pointers.map(elementPattern) });
  const definitions = queues.map((definition) => ({ definition, rules: rulesOf(definition, redact) }));
  const rulesFor = ({ queue, name = ANY }: { readonly queue: string; readonly name?: string }): RedactionRules => {
    const found = definitions.find(({ definition }) => definition.name === queue) ?? definitions.find(({ definition }) => definition.matches?.(queue) === true);
    return found?.rules.get(name) ?? found?.rules.get('*') ?? general;
  };
  return (letter, ...further) => createRedactor(rulesFor(letter), [letter.payload ?? letter.body, ...further]);
}

function rulesOf({ name: queue, jobs }: JobDefinitions, { keys = [], pointers = [] }: NonNullable<MendqConfig['redact']>): RulesOfQueue {
  const own = Object.entries(jobs).map(([name, options]): [string, readonly string[]] => {
    checkRedactPointers(options.redact, `queue ${queue}, job ${name}, redact`);
    return [name, options.redact ?? []];
  });
  const all: [string, readonly string[]] = [ANY, own.flatMap(([, places]) => places)];
  return new Map([...own, all].map(([name, places]) => [name, redactionRules({ keys, pointers: [...pointers, ...places].map(elementPattern) })]));
}
