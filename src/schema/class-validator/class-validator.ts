import { configError, MendqError } from '../../core/errors.ts';
import type { DtoClass, DtoOptions, DtoSchema } from '../../core/job-type-options.ts';
import { isJsonObject, type Json, type JsonObject } from '../../core/json.ts';
import type { PayloadSchema } from '../../core/payload-schema.ts';
import { guardedSchema, type SchemaOptions } from '../guarded-schema.ts';
import { toIssue } from '../issue.ts';
import { stableJsonSchema } from '../stable-json-schema.ts';
import { dtoIssues } from './dto-issues.ts';
import { dtoJsonSchema } from './dto-json-schema.ts';
import { constraintsOf } from './metadata.ts';
import { loadDtoPackages, type DtoPackages } from './packages.ts';

/** A class, or what `classValidator` makes of one. */
export function isDto(input: unknown): input is DtoClass | DtoSchema {
  if (typeof input === 'function') return typeof input.prototype === 'object' && input.prototype !== null;
  return typeof input === 'object' && input !== null && 'dto' in input && typeof input.dto === 'function';
}

/** Reads a class with decorators of class-validator; the user's own packages judge. */
export async function readDto(input: DtoClass | DtoSchema, options: SchemaOptions): Promise<PayloadSchema> {
  const { dto, options: dtoOptions = {} } = typeof input === 'function' ? { dto: input } : input;
  const packages = loadDtoPackages(dtoOptions, options.directory ?? process.cwd(), options.where);
  checkDto(dto, dtoOptions, packages, options.where);
  return guardedSchema(
    {
      kind: 'class-validator',
      jsonSchema: stableJsonSchema(() => dtoJsonSchema(dto, dtoOptions, packages)),
      findIssues: async (copy, payload) => {
        if (!isJsonObject(copy)) return [toIssue(payload, { path: [], code: 'type', expected: 'object', message: `an instance of ${dto.name} is made of an object` })];
        const errors = await packages.validator.validate(instanceOf(dto, copy, dtoOptions, packages), validatorOptions(dtoOptions));
        return dtoIssues(errors, { payload, options: dtoOptions, packages });
      },
    },
    options,
  );
}

function checkDto(dto: DtoClass, options: DtoOptions, { validator, transformer }: DtoPackages, where: string): void {
  const constraints = constraintsOf(validator, dto, options);
  if (constraints.length === 0) {
    throw new MendqError('MENDQ_E_SCHEMA_UNSUPPORTED', `${where}, schema: no member of the class ${dto.name} has a decorator of class-validator`, {
      hint: 'Give a class with decorators; where it uses another copy of class-validator, give that: classValidator(Dto, { validatorPackage }).',
      context: { where },
    });
  }
  if (options.forbidNonWhitelisted === true && options.whitelist !== true) {
    throw configError(`${where}, schema`, 'forbidNonWhitelisted forbids nothing without whitelist', 'Write classValidator(Dto, { whitelist: true, forbidNonWhitelisted: true }).');
  }
  if (transformer === undefined && constraints.some(({ type }) => type === 'nestedValidation')) {
    throw configError(`${where}, schema`, `the class ${dto.name} has nested members, which only class-transformer can make`, 'Run: npm install class-transformer.');
  }
}

/** Implicit conversion is never used: it would take `"false"` for `true`. */
function instanceOf(dto: DtoClass, plain: JsonObject, { transformOptions = {} }: DtoOptions, { transformer }: DtoPackages): object {
  const { groups, version, strategy, excludePrefixes, excludeExtraneousValues, exposeDefaultValues } = transformOptions;
  const transform = transformer?.plainToInstance ?? transformer?.plainToClass;
  if (transform === undefined) return assigned(new dto(), plain);
  const chosen = { groups, version, strategy, excludePrefixes, excludeExtraneousValues, exposeDefaultValues };
  return transform(dto, plain, { ...known(chosen), enableImplicitConversion: false }) as object;
}

function assigned(instance: object, plain: { readonly [key: string]: Json }): object {
  for (const [key, value] of Object.entries(plain)) Object.defineProperty(instance, key, { value, enumerable: true, configurable: true, writable: true });
  return instance;
}

function validatorOptions(options: DtoOptions): object {
  const { whitelist, forbidNonWhitelisted, forbidUnknownValues, groups, always, strictGroups, skipMissingProperties, skipNullProperties, skipUndefinedProperties } = options;
  const chosen = { whitelist, forbidNonWhitelisted, forbidUnknownValues, groups, always, strictGroups, skipMissingProperties, skipNullProperties, skipUndefinedProperties };
  return { ...known(chosen), stopAtFirstError: false, validationError: { target: true, value: false } };
}

/** Without members that are undefined: to a library, they may be a setting. */
function known(options: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
