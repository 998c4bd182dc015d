import { createRequire } from 'node:module';

import { cruise, type ICruiseOptions, type ICruiseResult, type IFlattenedRuleSet } from 'dependency-cruiser';
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options';

import { ROOT } from './root.ts';

const CONFIGURATION = `${ROOT}/.dependency-cruiser.cjs`;

/** The names of all rules, in order. */
export function ruleNames(): readonly (string | undefined)[] {
  const { forbidden = [] }: IFlattenedRuleSet = createRequire(import.meta.url)(CONFIGURATION);
  return forbidden.map((rule) => rule.name);
}

/** Checks the import rules on the `src/` folder of `directory`. */
export async function checkBoundaries(directory: string, options: ICruiseOptions = {}): Promise<ICruiseResult> {
  const configured = await extractOptions(CONFIGURATION);
  const { output } = await cruise(['src'], { ...configured, ...options, baseDir: directory });
  if (typeof output === 'string') throw new Error(`dependency-cruiser reported instead of answering: ${output.slice(0, 200)}`);
  return output;
}
