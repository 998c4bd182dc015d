import { isJsonObject, parseJson, type Json } from '../../core/json.ts';

/** How BullMQ drops a failed job by itself, from its options as JSON: `removeOnFail {"count":100}`; `undefined` where it keeps it. */
export function retentionOf(options: string | undefined): string | undefined {
  const parsed = options === undefined ? undefined : parseJson(options);
  const value = isJsonObject(parsed) ? parsed['removeOnFail'] : undefined;
  return isLimited(value) ? `removeOnFail ${JSON.stringify(value)}` : undefined;
}

/** BullMQ reads negative numbers as "keep all". */
function isLimited(value: Json | undefined): boolean {
  if (typeof value === 'number') return value >= 0;
  if (isJsonObject(value)) return [value['count'], value['age']].some((limit) => typeof limit === 'number' && limit >= 0);
  return value === true;
}
