import { Expose, Transform, Type } from 'class-transformer';
import {
  ArrayMinSize, IsArray, IsBoolean, IsDate, IsDateString, IsEmail, IsEnum, IsIn, IsInt, IsNotEmpty, IsNumber, IsObject, IsOptional, IsPositive, IsString, IsUUID, Length, Matches, Max, MaxLength, Min, Validate,
  ValidateIf, ValidateNested, ValidatorConstraint,
} from 'class-validator';
import { describe, expect, test } from 'vitest';

import { classValidator } from '../../src/class-validator.ts';
import type { PayloadOf, SchemaInput } from '../../src/core/job-type-options.ts';
import type { Json, JsonObject } from '../../src/core/json.ts';
import { issuesOf, read } from './read.ts';

// class-transformer asks it what the compiler noted of a member.
await import('reflect-metadata');

/** Decorators are functions: called so, they need no setting of the compiler. */
function decorate(target: { readonly prototype: object }, members: Readonly<Record<string, readonly PropertyDecorator[]>>): void {
  for (const [member, decorators] of Object.entries(members)) for (const decorator of decorators) decorator(target.prototype, member);
}

class Line {
  declare sku: string;
  declare quantity: number;
}
decorate(Line, { sku: [IsString(), Matches(/^[A-Z]+$/)], quantity: [IsInt(), Min(1), Max(99)] });

class Entity {
  declare id: string;
}
decorate(Entity, { id: [IsUUID()] });

class CreateOrderDto extends Entity {
  declare name: string;
  declare note?: string;
  declare level: string;
  declare currency: string;
  declare total: number;
  declare gift: boolean;
  declare email: string;
  declare due: string;
  declare tags: string[];
  declare lines: Line[];
  declare first: Line;
  declare meta: object;
  declare customerId: string;
  locale = 'en';
}
decorate(CreateOrderDto, {
  name: [IsNotEmpty(), IsString(), MaxLength(5)], note: [IsOptional(), IsString()], level: [IsEnum({ Low: 'LOW', High: 'HIGH' })], currency: [IsIn(['EUR', 'USD'])],
  total: [IsNumber({ maxDecimalPlaces: 2 }), IsPositive()], gift: [IsBoolean()], email: [IsEmail()], due: [IsDateString()],
  tags: [IsArray(), ArrayMinSize(1), IsString({ each: true }), MaxLength(3, { each: true })],
  lines: [IsArray(), ValidateNested({ each: true }), Type(() => Line)], first: [IsOptional(), ValidateNested(), Type(() => Line)], meta: [IsOptional(), IsObject()],
  customerId: [Expose({ name: 'customer_id' }), IsString(), Length(2, 4)], locale: [IsString()],
});

const ID = '6f1c1f0e-8f3c-4a55-9b1d-0d8c5e3b6a11';
const VALID: JsonObject = {
  id: ID, name: 'Ada', level: 'LOW', currency: 'EUR', total: 9.5, gift: true, email: 'ada@example.com', due: '2026-03-04', tags: ['a'],
  lines: [{ sku: 'AB', quantity: 1 }], customer_id: 'c-1',
};

describe('a class with decorators of class-validator', () => {
  test('accepts what the class accepts, and is named so', async () => {
    expect(await issuesOf(CreateOrderDto, VALID)).toEqual([]);
    expect((await read(CreateOrderDto)).kind).toBe('class-validator');
  });

  test('tells every constraint in the same words as other libraries, one for each place', async () => {
    const payload: JsonObject = {
      name: 7, note: 5, level: 'low', currency: 'GBP', total: '9.50', gift: 'TRUE', email: 'ada', due: '04/03/2026', tags: ['a', 1, 'long'],
      lines: [{ sku: 'AB', quantity: '2' }, { sku: 'ab', quantity: 0 }, 5], first: 'x', meta: 'x', customer_id: 'c', locale: null,
    };
    expect(await issuesOf(CreateOrderDto, payload)).toEqual([
      '/currency enum EUR|USD string', '/customer_id too-short 2 string', '/due format  string', '/email format email string', '/first type object string', '/gift type boolean string',
      '/id missing string missing', '/level enum LOW|HIGH string', '/lines/0/quantity type integer string', '/lines/1/quantity too-small 1 integer', '/lines/1/sku pattern ^[A-Z]+$ string',
      '/lines/2 type object integer', '/locale type string null', '/meta type object string', '/name type string integer', '/note type string integer', '/tags/1 type string integer',
      '/tags/2 too-long 3 string', '/total type number string',
    ]);
  });

  test.each<[string, Json]>([['a list', [VALID]], ['a text', 'x'], ['null', null]])('%s is no instance', async (_, payload) => {
    expect((await issuesOf(CreateOrderDto, payload))[0]).toMatch(/^ type object /);
  });

  test('members without a decorator pass, count for nothing, or are forbidden, as the options say', async () => {
    const payload = { ...VALID, debug: true, lines: [{ sku: 'AB', quantity: 1, extra: 1 }] };
    expect(await issuesOf(CreateOrderDto, payload)).toEqual([]);
    expect(await issuesOf(classValidator(CreateOrderDto, { whitelist: true }), payload)).toEqual([]);
    const strict = classValidator(CreateOrderDto, { whitelist: true, forbidNonWhitelisted: true, transform: false });
    expect(await issuesOf(strict, payload)).toEqual(['/debug unknown-key  boolean', '/lines/0/extra unknown-key  integer']);
    expect((await read(strict)).jsonSchema).toMatchObject({ additionalProperties: false, $defs: { Line: { additionalProperties: false } } });
  });

  test('the options of a pipe can be given as they are, and nothing is converted silently', async () => {
    const pipe = { transform: true, transformOptions: { enableImplicitConversion: true }, errorHttpStatusCode: 422 };
    expect(await issuesOf(classValidator(CreateOrderDto, pipe), { ...VALID, gift: 'false', total: '3' })).toEqual(['/gift type boolean string', '/total type number string']);
  });

  test('its JSON Schema describes the input', async () => {
    expect((await read(CreateOrderDto)).jsonSchema).toEqual({
      type: 'object',
      properties: {
        id: { type: 'string', format: 'uuid' }, name: { type: 'string', maxLength: 5 }, note: { type: 'string' }, level: { enum: ['LOW', 'HIGH'] }, currency: { enum: ['EUR', 'USD'] },
        total: { type: 'number', exclusiveMinimum: 0 }, gift: { type: 'boolean' }, email: { type: 'string', format: 'email' }, due: { type: 'string' },
        tags: { type: 'array', minItems: 1, items: { type: 'string', maxLength: 3 } }, lines: { type: 'array', items: { $ref: '#/$defs/Line' } }, first: { $ref: '#/$defs/Line' },
        meta: { type: 'object' }, customer_id: { minLength: 2, maxLength: 4, type: 'string' }, locale: { type: 'string', default: 'en' },
      },
      required: expect.arrayContaining(['id', 'name', 'level', 'currency', 'total', 'gift', 'email', 'due', 'tags', 'lines', 'customer_id']) as unknown,
      $defs: { Line: { type: 'object', properties: { sku: { type: 'string', pattern: '^[A-Z]+$' }, quantity: { type: 'integer', minimum: 1, maximum: 99 } }, required: ['sku', 'quantity'] } },
    });
  });

  test('the payload type of the hooks is the class', () => {
    const order: PayloadOf<typeof CreateOrderDto> = Object.assign(new CreateOrderDto(), { name: 'Ada' });
    const same: PayloadOf<ReturnType<typeof classValidator<CreateOrderDto>>> = order;
    expect(same.name).toBe('Ada');
  });
});

describe('classes as applications write them', () => {
  test('what the class itself converts is valid, and stays what it is', async () => {
    class Report {
      declare at: Date;
      declare count: number;
      declare name: string;
    }
    decorate(Report, { at: [Type(() => Date), IsDate()], count: [Type(() => Number), IsInt()], name: [Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? value.trim() : value)), Length(3)] });
    expect(await issuesOf(Report, { at: '2026-03-04', count: '3', name: ' Ada ' })).toEqual([]);
    expect(await issuesOf(Report, { at: '31/31/2026', count: 'many', name: ' A ' })).toEqual(['/at format date-time string', '/count type integer string', '/name too-short 3 string']);
  });

  test('a tree of classes is followed', async () => {
    class Node {
      declare name: string;
      declare children?: Node[];
    }
    decorate(Node, { name: [IsString()], children: [IsOptional(), ValidateNested({ each: true }), Type(() => Node)] });
    expect(await issuesOf(Node, { name: 'a', children: [{ name: 'b', children: [{ name: 3 }] }] })).toEqual(['/children/0/children/0/name type string integer']);
    expect((await read(Node)).jsonSchema).toMatchObject({ properties: { children: { type: 'array', items: { $ref: '#' } } } });
  });

  test('a discriminator of @Type is a union', async () => {
    class Card { declare last4: string; }
    class Transfer { declare holder: string; }
    class Payment { declare by: Card | Transfer; }
    decorate(Card, { last4: [IsString()] });
    decorate(Transfer, { holder: [IsString()] });
    const discriminator = { property: 'type', subTypes: [{ value: Card, name: 'card' }, { value: Transfer, name: 'transfer' }] };
    decorate(Payment, { by: [ValidateNested(), Type(() => Object, { discriminator })] });
    expect(await issuesOf(Payment, { by: { type: 'transfer', holder: 3 } })).toEqual(['/by/holder type string integer']);
    expect((await read(Payment)).jsonSchema).toMatchObject({ properties: { by: { oneOf: [{ $ref: '#/$defs/Card', properties: { type: { const: 'card' } } }, {}] } } });
  });

  test('groups decide which constraints apply', async () => {
    class Change { declare id: string; declare name: string; }
    decorate(Change, { id: [IsString({ groups: ['update'] })], name: [IsString({ always: true })] });
    expect(await issuesOf(classValidator(Change, { groups: ['create'] }), {})).toEqual(['/name missing string missing']);
    expect(await issuesOf(classValidator(Change, { groups: ['update'] }), {})).toEqual(['/id missing string missing', '/name missing string missing']);
  });

  test('a condition and constraints of the application\'s own are asked, also ones that wait', async () => {
    class Even { validate(value: unknown): Promise<boolean> { return Promise.resolve(typeof value === 'number' && value % 2 === 0); } }
    ValidatorConstraint({ name: 'isEven', async: true })(Even);
    class Batch { declare size: number; declare kind: string; declare code: string; }
    decorate(Batch, { size: [Validate(Even)], code: [ValidateIf((batch: Batch) => batch.kind === 'coded'), IsString()] });
    expect(await issuesOf(Batch, { size: 3, kind: 'coded' })).toEqual(['/code missing string missing', '/size custom  integer']);
    expect(await issuesOf(Batch, { size: 2, kind: 'plain' })).toEqual([]);
  });

  test('what Swagger documents reaches the JSON Schema', async () => {
    class Plan { declare name: string; }
    decorate(Plan, { name: [IsString(), (prototype, name) => { Reflect.defineMetadata('swagger/apiModelProperties', { description: 'of the plan', default: 'free', 'x-mendq-protect': true, type: String }, prototype, name); }] });
    expect((await read(Plan)).jsonSchema).toMatchObject({ properties: { name: { type: 'string', description: 'of the plan', default: 'free', 'x-mendq-protect': true } } });
  });
});

describe('classes that can not be read or do harm', () => {
  test.each<[string, SchemaInput, string]>([
    ['a class without decorators', class Plain { declare id: string; }, 'MENDQ_E_SCHEMA_UNSUPPORTED'],
    ['forbidding without a whitelist', classValidator(Line, { forbidNonWhitelisted: true }), 'MENDQ_E_CONFIG'],
  ])('%s is refused', async (_, schema, code) => {
    await expect(read(schema)).rejects.toMatchObject({ code, message: expect.stringContaining('queue invoices, job parse-invoice') as unknown });
  });

  test('a constructor that throws is an error of the validator', async () => {
    class Broken { declare id: string; constructor() { throw new Error('no'); } }
    decorate(Broken, { id: [IsString()] });
    await expect((await read(Broken)).validate({})).rejects.toMatchObject({ code: 'MENDQ_E_SCHEMA_THREW' });
  });

  test('a transform that changes its input changes no payload', async () => {
    class Greedy { declare list: number[]; }
    decorate(Greedy, { list: [Transform(({ obj }: { obj: { list: number[] } }) => { obj.list.pop(); return obj.list; }), IsArray()] });
    const payload = { list: [1, 2] };
    await (await read(Greedy)).validate(payload);
    expect(payload).toEqual({ list: [1, 2] });
  });

  test('a member __proto__ reaches no prototype', async () => {
    const hostile = JSON.parse('{"sku":"AB","quantity":1,"__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}') as JsonObject;
    await issuesOf(Line, hostile);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    expect((new Line() as { admin?: boolean }).admin).toBeUndefined();
  });

  test('of very many issues a bounded number is kept', async () => {
    const validation = await (await read(CreateOrderDto, 60_000)).validate({ ...VALID, tags: Array.from({ length: 100_000 }, () => 7) });
    expect(validation.valid ? 0 : validation.issues.length).toBe(10_000);
  });

  test('a constraint that never answers is given up', async () => {
    class Stuck { validate(): Promise<boolean> { return new Promise(() => undefined); } }
    ValidatorConstraint({ name: 'stuck', async: true })(Stuck);
    class Waiting { declare id: string; }
    decorate(Waiting, { id: [Validate(Stuck)] });
    await expect((await read(Waiting, 10)).validate({ id: 'x' })).rejects.toMatchObject({ code: 'MENDQ_E_SCHEMA_THREW', message: expect.stringContaining('within 10 ms') as unknown });
  });
});
