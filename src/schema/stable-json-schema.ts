import { jsonEqual, type JsonObject } from '../core/json.ts';

/**
 * The JSON Schema that `convert` gives, `undefined` where the library can't express the schema. A default that a
 * function computes (an id, the present time) is no default that a repair may use: where two conversions differ,
 * all defaults are left out.
 */
export function stableJsonSchema(convert: () => unknown): JsonObject | undefined {
  try {
    const [first, second] = [plain(convert()), plain(convert())];
    return jsonEqual(first, second) ? first : withoutDefaults(first);
  } catch {
    return undefined;
  }
}

/** Conversions carry hidden members and may share parts; only what JSON can carry counts. */
function plain(schema: unknown): JsonObject {
  return JSON.parse(JSON.stringify(schema)) as JsonObject;
}

function withoutDefaults(schema: JsonObject): JsonObject {
  return JSON.parse(JSON.stringify(schema, (key, value: unknown) => (key === 'default' ? undefined : value))) as JsonObject;
}
