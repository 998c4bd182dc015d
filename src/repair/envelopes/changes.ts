import { isJsonObject, type Json } from '../../core/json.ts';
import { memberOf, texts, type Envelope, type Recogniser } from './envelope.ts';

/** What the databases' own words for a change say; `gone` where there is no row any more. */
const CHANGES: ReadonlyMap<string, 'created' | 'updated' | 'gone'> = new Map([
  ['c', 'created'], ['r', 'created'], ['insert', 'created'], ['u', 'updated'], ['update', 'updated'], ['replace', 'updated'],
  ['d', 'gone'], ['t', 'gone'], ['delete', 'gone'], ['truncate', 'gone'], ['drop', 'gone'],
]);

/** A change as Debezium tells it, with or without the schema around it. */
const changeOfRow: Recogniser = (object) => {
  const { op, after, source } = object;
  return typeof op === 'string' && isJsonObject(source) && after !== undefined ? change(op, ['after'], after, texts(source['table'], source['collection'])) : undefined;
};

/** A message of Kafka Connect's JSON converter with its schema. */
const withSchema: Recogniser = (object) => {
  const { schema, payload } = object;
  return Object.keys(object).length === 2 && typeof memberOf(schema, 'type') === 'string' && payload !== undefined ? { at: ['payload'], content: payload, events: [], hints: [] } : undefined;
};

/** A row of an outbox. */
const outboxRow: Recogniser = (object) => {
  const aggregate = object['aggregatetype'] ?? object['aggregate_type'] ?? object['aggregateType'];
  const { payload, type, event_type: snake, eventType: camel } = object;
  return typeof aggregate === 'string' && payload !== undefined ? { at: ['payload'], content: payload, events: texts(type, snake, camel).slice(0, 1), hints: [aggregate] } : undefined;
};

/** An event of a change stream of MongoDB. */
const changeOfDocument: Recogniser = ({ operationType, ns, fullDocument }) =>
  typeof operationType === 'string' && isJsonObject(ns) ? change(operationType, ['fullDocument'], fullDocument, texts(ns['coll'])) : undefined;

/** An event that Hasura or Supabase sends when a row has changed. */
const changeOfTable: Recogniser = (object) => {
  const { event, table, trigger, type, record } = object;
  const operation = memberOf(event, 'op');
  if (typeof operation === 'string' && isJsonObject(table) && trigger !== undefined) return change(operation, ['event', 'data', 'new'], memberOf(event, 'data', 'new'), texts(table['name']));
  const isRow = typeof type === 'string' && CHANGES.has(type.toLowerCase()) && typeof table === 'string' && Object.hasOwn(object, 'old_record');
  return isRow ? change(type, ['record'], record, [table]) : undefined;
};

function change(operation: string, at: readonly string[], content: Json | undefined, tables: readonly string[]): Envelope {
  const kind = CHANGES.get(operation.toLowerCase()) ?? 'gone';
  return { at, content, events: [], hints: kind === 'gone' ? tables : [kind, ...tables], ...(kind === 'gone' && { refusal: 'it tells of something that is gone' as const }) };
}

export const CHANGE_ENVELOPES: readonly Recogniser[] = [changeOfRow, withSchema, outboxRow, changeOfDocument, changeOfTable];
