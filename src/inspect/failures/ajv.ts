import type { FailureText } from '../failure-text.ts';
import type { Recognition } from './recogniser.ts';

/** Ajv's `errorsText`: `data/qty must be integer, data must have required property 'x'`, also behind a prefix. */
const COMPLAINT = /(?:^|[:,] )(?:data|payload|body|params|query|headers)(\/\S{0,256})? must (?:NOT )?(?:be|have|match|pass|contain)\b/g;
const MAX_COMPLAINTS = 32;

/** Ajv, also through a wrapper that puts its own words before `errorsText`. */
export function recogniseAjv({ message }: FailureText): Recognition | undefined {
  const paths = new Set<string>();
  for (const match of message.matchAll(COMPLAINT)) {
    paths.add((match[1] ?? '').replace(/\/\d+(?=\/|$)/g, '/[*]'));
    if (paths.size === MAX_COMPLAINTS) break;
  }
  return paths.size === 0 ? undefined : { library: 'ajv', details: { paths: [...paths].toSorted().join(', ') } };
}
