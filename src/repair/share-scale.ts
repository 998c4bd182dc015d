import { documented } from './documented.ts';
import type { Want } from './want.ts';

/** The scale of a share (`0.8` or `80`): from the schema's bound or from its words, where they do not differ. */
export function shareScale({ maximum, descriptions }: Want): 'fraction' | 'percent' | undefined {
  const byWords = descriptions.map((text) => documented(text).scale).filter((scale) => scale !== undefined);
  const byBound = maximum === undefined ? [] : [scaleUpTo(maximum)];
  const [scale, ...others] = [...byWords, ...byBound];
  return others.every((other) => other === scale) ? scale : undefined;
}

function scaleUpTo(maximum: number): 'fraction' | 'percent' | undefined {
  if (maximum === 1) return 'fraction';
  return maximum === 100 ? 'percent' : undefined;
}
