import { inspect as print } from 'node:util';
import { Ajv } from 'ajv';
import { IsBoolean, IsIn, IsInt, validate } from 'class-validator';
import Joi from 'joi';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as yup from 'yup';
import { z } from 'zod';
import { z as z3 } from 'zod3';

import { isValidatorRefusal } from '../../../src/diagnose/validator-refusal.ts';
import { parseFailure } from '../../../src/inspect/parse-failure.ts';
import { AT, reportOf, thrownBy } from '../report.ts';

interface Order {
  readonly paid: unknown;
  readonly level: string;
  readonly lines: readonly { readonly quantity: unknown }[];
}

/** Two payloads with the same defects and different values; the second has more elements with them. */
const ONE: Order = { paid: 'certainly-yes', level: 'urgent-please', lines: [{ quantity: 'dozen' }] };
const OTHER: Order = { paid: 'Wahrscheinlich', level: 'Nora', lines: [{ quantity: 'seven' }, { quantity: 'Müller. "x"' }] };
const VALUES = ['certainly-yes', 'urgent-please', 'dozen', 'Wahrscheinlich', 'Nora', 'seven', 'Müller'];

const zod4 = z.object({ paid: z.boolean(), level: z.enum(['LOW', 'HIGH']), lines: z.array(z.object({ quantity: z.number() })) });
const zod3 = z3.object({ paid: z3.boolean(), level: z3.enum(['LOW', 'HIGH']), lines: z3.array(z3.object({ quantity: z3.number() })) });
const joi = Joi.object({ paid: Joi.boolean(), level: Joi.string().pattern(/^[A-Z]{3,4}$/), lines: Joi.array().items(Joi.object({ quantity: Joi.number() })) });
const yupOrder = yup.object({ paid: yup.boolean().required(), level: yup.string().oneOf(['LOW', 'HIGH']), lines: yup.array().of(yup.object({ quantity: yup.number() })) });
const valibot = v.object({ paid: v.boolean(), level: v.picklist(['LOW', 'HIGH']), lines: v.array(v.object({ quantity: v.number() })) });
const ajv = new Ajv({ allErrors: true });
const checkAjv = ajv.compile({
  type: 'object',
  required: ['id'],
  properties: { paid: { type: 'boolean' }, level: { enum: ['LOW', 'HIGH'] }, lines: { type: 'array', items: { type: 'object', properties: { quantity: { type: 'number' } } } } },
});

class Line {
  declare paid: boolean;
  declare level: string;
  declare count: number;
}
IsBoolean()(Line.prototype, 'paid');
IsIn(['LOW', 'HIGH'])(Line.prototype, 'level');
IsInt()(Line.prototype, 'count');

class BadRequestException extends Error {
  override readonly name = 'BadRequestException';
}
class TRPCError extends Error {
  override readonly name = 'TRPCError';
  readonly code = 'BAD_REQUEST';
}

const zod4Error = (order: Order): z.ZodError => zod4.safeParse(order).error ?? new z.ZodError([]);
const joiError = (order: Order): Joi.ValidationError => joi.validate(order, { abortEarly: false }).error ?? new Joi.ValidationError('', [], {});
const valibotIssues = (order: Order): [v.BaseIssue<unknown>, ...v.BaseIssue<unknown>[]] => {
  const { issues } = v.safeParse(valibot, order);
  if (issues === undefined) throw new Error('it is valid');
  return issues;
};
const ajvText = (order: Order, dataVar?: string): string => {
  checkAjv(order);
  return ajv.errorsText(checkAjv.errors, dataVar === undefined ? {} : { dataVar });
};
const dtoErrors = async (order: Order) => validate(Object.assign(new Line(), { paid: order.paid, level: order.level, count: order.lines[0]?.quantity }));
const fail = (message: string): never => { throw new Error(message); };

const THROWN: readonly (readonly [name: string, library: string, run: (order: Order) => unknown])[] = [
  ['Zod 4', 'zod', (order) => zod4.parse(order)],
  ['Zod 3', 'zod', (order) => zod3.parse(order)],
  ['Zod behind words', 'zod', (order) => fail(`Invalid job data: ${zod4Error(order).message}`)],
  ['Zod as one line of JSON', 'zod', (order) => fail(`Validation failed: ${JSON.stringify(zod4Error(order).issues)}`)],
  ['Zod prettified', 'zod', (order) => fail(z.prettifyError(zod4Error(order)))],
  ['Zod prettified behind words', 'zod', (order) => fail(`Invalid job:\n${z.prettifyError(zod4Error(order))}`)],
  ['Zod treeified', 'zod', (order) => fail(JSON.stringify(z.treeifyError(zod4Error(order))))],
  ['Zod joined by zod-validation-error', 'zod', (order) => fail(`Validation error: ${zod4Error(order).issues.map(({ path, message }) => `${message} at "${path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('').slice(1)}"`).join('; ')}`)],
  ['Zod through tRPC', 'zod', (order) => { throw new TRPCError(zod4Error(order).message, { cause: zod4Error(order) }); }],
  ['Ajv', 'ajv', (order) => fail(ajvText(order))],
  ['Ajv under another name', 'ajv', (order) => fail(`Invalid message: ${ajvText(order, 'job.data')}`)],
  ['Ajv under $', 'ajv', (order) => fail(`Schema errors - ${ajvText(order, '$')}`)],
  ['Ajv under no name', 'ajv', (order) => fail(`Invalid message: ${ajvText(order, '')}`)],
  ['Ajv as JSON', 'ajv', (order) => { checkAjv(order); fail(`Invalid payload ${JSON.stringify(checkAjv.errors)}`); }],
  ['Joi', 'joi', (order) => Joi.attempt(order, joi)],
  ['Joi with a label', 'joi', (order) => Joi.attempt(order, joi, 'Job data:')],
  ['Joi behind words', 'joi', (order) => fail(`Invalid payload: ${joiError(order).message}`)],
  ['Joi, all complaints', 'joi', (order) => joi.validateAsync(order, { abortEarly: false })],
  ['Joi annotated', 'joi', (order) => fail(joiError(order).annotate())],
  ['Joi annotated without colours', 'joi', (order) => fail(joiError(order).annotate(true))],
  ['Yup', 'yup', (order) => yupOrder.validate({ ...order, lines: order.lines.slice(0, 1) })],
  ['Yup, all complaints joined', 'yup', async (order) => {
    const error: unknown = await yupOrder.validate(order, { abortEarly: false }).catch((thrown: unknown) => thrown);
    fail(`Invalid payload: ${(error as yup.ValidationError).errors.join(', ')}`);
  }],
  ['Yup, strict', 'yup', (order) => yupOrder.validate(order, { strict: true })],
  ['Valibot', 'valibot', (order) => v.parse(valibot, order)],
  ['Valibot flattened', 'valibot', (order) => fail(JSON.stringify(v.flatten(valibotIssues(order))))],
  ['Valibot summed up', 'valibot', (order) => fail(v.summarize(valibotIssues(order)))],
  ['class-validator', 'class-validator', async (order) => fail((await dtoErrors(order)).map(String).join(''))],
  ['class-validator through NestJS', 'class-validator', async (order) => {
    throw new BadRequestException((await dtoErrors(order)).flatMap(({ constraints }) => Object.values(constraints ?? {})).join(', '));
  }],
];

describe.each(THROWN)('what %s throws', (_, library, run) => {
  it('is known, printed with its properties or as a bare stack', async () => {
    const thrown = await thrownBy(() => run(ONE));
    const bare = parseFailure(reportOf(thrown));
    const printed = parseFailure({ reason: thrown.message, stack: [print(thrown)], at: AT });
    expect(bare).toMatchObject({ library });
    expect(printed).toMatchObject({ library, template: bare.template, errorClass: bare.errorClass });
    expect(isValidatorRefusal(bare)).toBe(true);
  });

  it('has one template for equal defects, whatever the values and however many elements have them', async () => {
    const [one, other] = [parseFailure(reportOf(await thrownBy(() => run(ONE)))), parseFailure(reportOf(await thrownBy(() => run(OTHER))))];
    expect(other.template).toBe(one.template);
    expect(VALUES.filter((value) => one.template.includes(value))).toEqual([]);
  });
});

it('a long list of issues, whose message is cut, is read up to the cut', async () => {
  const lines = Array.from({ length: 200 }, () => ({ quantity: 'x' }));
  const parsed = parseFailure(reportOf(await thrownBy(() => zod4.parse({ paid: true, level: 'LOW', lines }))));
  expect(parsed.template).toBe('invalid_type at lines.[*].quantity');
});

it('keys that are ids of a record are masked', async () => {
  const stock = z.record(z.string(), z.number());
  const templates = await Promise.all(['sku-1001', 'sku-2002'].map(async (sku) => parseFailure(reportOf(await thrownBy(() => stock.parse({ [sku]: 'x' })))).template));
  expect(templates).toEqual(['invalid_type at sku-<number>', 'invalid_type at sku-<number>']);
});

describe('texts of libraries that are not run here', () => {
  it.each<[string, string, string, string]>([
    ['pydantic', 'Error', '2 validation errors for Order\ntotal\n  Input should be a valid number [type=float_parsing, input_value=\'12,5\', input_type=str]\nlines.0.sku\n  Field required [type=missing, input_value={}, input_type=dict]', 'validation of Order: float_parsing at total, missing at lines.[*].sku'],
    ['pydantic', 'Error', '1 validation error for Order\nlines -> 0 -> total\n  value is not a valid float (type=type_error.float)', 'validation of Order: type_error.float at lines.[*].total'],
    ['protobufjs', 'Error', 'samples: integer expected', 'samples: integer expected'],
    ['protobufjs', 'Error', 'Invalid frame: lines.quantity: integer|Long expected', 'Invalid frame: lines.quantity: integer|Long expected'],
    ['protobufjs', 'ProtocolError', "missing required 'orderId'", 'missing required orderId'],
    ['superstruct', 'StructError', 'At path: lines.0.quantity -- Expected a number, but received: "dozen"', 'At path: lines.<number>.quantity -- Expected a number, <value>'],
    ['arktype', 'TraversalError', 'paid must be a boolean (was "perhaps")', 'paid must be a boolean <value>'],
    ['effect', 'ParseError', '{ readonly paid: boolean }\n└─ ["paid"]\n   └─ Expected boolean, actual "perhaps"', '{ readonly paid: boolean } └─ ["<text>"] └─ Expected boolean<value>'],
    ['io-ts', 'Error', 'Invalid value "perhaps" supplied to : { paid: boolean }/paid: boolean', '<value>: { paid: boolean }/paid: boolean'],
    ['jsonschema', 'ValidationError', 'instance.lines[0].quantity is not of a type(s) number', 'instance.lines[*].quantity is not of a type(s) number'],
    ['graphql', 'GraphQLError', 'Variable "$input" got invalid value "high" at "input.severity"; Value "high" does not exist in "Severity" enum.', 'Variable "$input" <value> at "<text>"; Value "<text>" does not exist in "<text>" enum.'],
    ['graphql', 'ApolloError', 'Variable "$id" of required type "ID!" was not provided.', 'Variable "$id" of required type "<text>" was not provided.'],
    ['typebox', 'TransformDecodeCheckError', 'Unable to decode value as it does not match the expected schema', 'Unable to decode value as it does not match the expected schema'],
    ['prisma', 'PrismaClientValidationError', '\nInvalid `prisma.order.create()` invocation:\n\n{\n  data: {\n    note: "for Nora",\n+   orderId: String\n  }\n}\n\nArgument `orderId` is missing.', 'Invalid create() invocation: Argument `orderId` is missing.'],
  ])('%s, thrown as %s', (library, errorClass, message, template) => {
    expect(parseFailure({ reason: message, stack: [`${errorClass}: ${message}\n    at handle (/srv/app/worker.ts:3:5)`], at: AT })).toMatchObject({ library, template });
  });
});

describe('what looks like a refusal of the payload and is none', () => {
  const refusal = 'Validation failed: [{"code":"invalid_type","path":["id"],"message":"Required"}]';
  it.each([
    ['a validator over an answer', `Error: Response validation failed: data/id must be string`],
    ['a validator over what a partner returned', `Error: Stripe returned unexpected data: [{"code":"invalid_type","path":["id"],"message":"Required"}]`],
    ['a validator in a function that reads an answer', `Error: ${refusal}\n    at parseChargeResponse (/srv/app/charge.ts:9:3)`],
    ['Prisma, before which other statements may have run', 'PrismaClientValidationError: \nInvalid `prisma.order.create()` invocation:\n\nArgument `id` is missing.'],
  ])('%s', (_, stack) => {
    expect(isValidatorRefusal(parseFailure({ reason: '', stack: [stack], at: AT }))).toBe(false);
  });

  it.each([
    ['a partner\'s answer', 'AxiosError: Request failed with status code 400'],
    ['a sentence of the application\'s own', 'Error: the invoice must be approved first'],
    ['a sentence of the application\'s own with a name that Ajv may use', 'Error: input must be approved first'],
    ['a resolver that failed in GraphQL', 'GraphQLError: Cannot return null for non-nullable field Mutation.charge.'],
    ['Mongoose', 'ValidationError: Order validation failed: email: Path `email` is required.'],
  ])('%s is not taken for a validator', (_, stack) => {
    expect(isValidatorRefusal(parseFailure({ reason: '', stack: [stack], at: AT }))).toBe(false);
  });

  it('the same over the payload is one', () => {
    expect(isValidatorRefusal(parseFailure({ reason: '', stack: [`Error: ${refusal}\n    at handleJob (/srv/app/charge.ts:9:3)`], at: AT }))).toBe(true);
  });
});
