import type { DtoClass } from '../../core/job-type-options.ts';
import { parseJson, type Json, type JsonObject } from '../../core/json.ts';

/** Where NestJS's Swagger decorators note what they say of a member. */
const SWAGGER = 'swagger/apiModelProperties';

const WORDS: ReadonlySet<string> = new Set(['description', 'default', 'deprecated', 'example']);

type ReadMetadata = (key: string, prototype: object, property: string) => unknown;

/** What `@ApiProperty` documents of a member, and annotations of mendq's own; nothing where that is not used. */
export function documentationOf(dto: DtoClass, property: string): JsonObject {
  const { getMetadata } = Reflect as { readonly getMetadata?: ReadMetadata };
  const noted = getMetadata?.(SWAGGER, dto.prototype as object, property);
  const entries = Object.entries(Object(noted) as Record<string, unknown>).filter(([key]) => WORDS.has(key) || key.startsWith('x-mendq-'));
  return Object.fromEntries(entries.flatMap(([key, value]) => { const plain = asJson(value); return plain === undefined ? [] : [[key, plain]]; }));
}

function asJson(value: unknown): Json | undefined {
  try {
    return parseJson(JSON.stringify(value) ?? '');
  } catch {
    return undefined;
  }
}
