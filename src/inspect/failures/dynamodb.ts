import type { FailureText } from '../failure-text.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** A condition that asks for nothing but that the item is not there. Any further term may have failed instead. */
const ABSENCE = /^\s*attribute_not_exists\s*\(\s*(#?[\w.]{1,128})\s*\)\s*$/;
const NAME = 'ExpressionAttributeNames.';

/** DynamoDB's refusal of a condition. Which condition it was is known only where the worker kept it with the error. */
export function recogniseDynamodb({ errorClass, message, printed: { properties } }: FailureText): Recognition | undefined {
  const named = errorClass === 'ConditionalCheckFailedException' || properties.get('name') === 'ConditionalCheckFailedException';
  if (!named && message !== 'The conditional request failed') return undefined;
  const term = ABSENCE.exec(property(properties, 'ConditionExpression') ?? '')?.[1];
  const column = term?.startsWith('#') === true ? property(properties, NAME + term) : term;
  return { library: 'dynamodb', code: 'ConditionalCheckFailedException', details: knownDetails({ keyColumns: column, table: property(properties, 'TableName') }) };
}

/** Workers keep the input of the command by itself or below another name. */
function property(properties: ReadonlyMap<string, string>, name: string): string | undefined {
  return properties.get(name) ?? [...properties].find(([key]) => key.endsWith(`.${name}`))?.[1];
}
