import type { Defect } from '../defect.ts';
import { BODY_DEFECTS } from './bodies.ts';
import { DATE_DEFECTS } from './dates.ts';
import { KEY_DEFECTS } from './keys.ts';
import { NUMBER_DEFECTS } from './numbers.ts';
import { SHAPE_DEFECTS } from './shapes.ts';
import { TEXT_DEFECTS } from './texts.ts';

/** Every kind of defect, in the order in which they are told. */
export const ALL_DEFECTS: readonly Defect[] = [...NUMBER_DEFECTS, ...DATE_DEFECTS, ...TEXT_DEFECTS, ...SHAPE_DEFECTS, ...KEY_DEFECTS, ...BODY_DEFECTS];
