import type { DtoClass, DtoOptions } from '../../core/job-type-options.ts';
import type { Json, JsonObject } from '../../core/json.ts';
import { meaningOf } from './constraints.ts';
import { constraintsOf, emptyInstance, jsonKey, type ConstraintMetadata, type TypeMetadata } from './metadata.ts';
import type { DtoPackages } from './packages.ts';
import { documentationOf } from './swagger.ts';

/** Conversion of one class, with the classes that it has met. */
interface Conversion {
  readonly options: DtoOptions;
  readonly packages: DtoPackages;
  /** References by class; the root's is `#`. */
  readonly references: Map<unknown, string>;
  readonly definitions: JsonObject;
}

/** What the decorators of a class say, as JSON Schema. It says less than they do: the validator has the last word. */
export function dtoJsonSchema(dto: DtoClass, options: DtoOptions, packages: DtoPackages): JsonObject {
  const conversion: Conversion = { options, packages, references: new Map([[dto, '#']]), definitions: {} };
  const root = classSchema(dto, conversion);
  return Object.keys(conversion.definitions).length === 0 ? root : { ...root, $defs: conversion.definitions };
}

function classSchema(dto: DtoClass, conversion: Conversion): JsonObject {
  const { options, packages } = conversion;
  const byProperty = grouped(constraintsOf(packages.validator, dto, options));
  const instance = emptyInstance(dto);
  const properties: JsonObject = {};
  const required: string[] = [];
  for (const [property, constraints] of byProperty) {
    const initial = plainValue(instance?.[property]);
    const key = jsonKey(packages.storage, dto, property);
    properties[key] = { ...memberSchema(dto, property, constraints, conversion), ...documentationOf(dto, property), ...(initial === undefined ? {} : { default: initial }) };
    if (initial === undefined && isRequired(constraints, options)) required.push(key);
  }
  const closed = options.whitelist === true && options.forbidNonWhitelisted === true;
  return { type: 'object', properties, ...(required.length > 0 ? { required } : {}), ...(closed ? { additionalProperties: false } : {}) };
}

function grouped(constraints: readonly ConstraintMetadata[]): Map<string, ConstraintMetadata[]> {
  const groups = new Map<string, ConstraintMetadata[]>();
  for (const constraint of constraints) groups.set(constraint.propertyName, [...(groups.get(constraint.propertyName) ?? []), constraint]);
  return groups;
}

function isRequired(constraints: readonly ConstraintMetadata[], { skipMissingProperties, skipUndefinedProperties }: DtoOptions): boolean {
  if (constraints.some(({ type }) => type === 'conditionalValidation')) return false;
  if (constraints.some(({ name, type }) => name === 'isDefined' || type === 'isDefined')) return true;
  if (skipMissingProperties === true || skipUndefinedProperties === true) return false;
  return constraints.some(({ type, name = '' }) => type === 'customValidation' && meaningOf(name).acceptsAbsence !== true);
}

function memberSchema(dto: DtoClass, property: string, constraints: readonly ConstraintMetadata[], conversion: Conversion): JsonObject {
  const values = constraints.filter(({ type }) => type === 'customValidation');
  const own = combined(values.filter(({ each }) => each !== true));
  const element = combined(values.filter(({ each }) => each === true));
  const nested = constraints.find(({ type }) => type === 'nestedValidation');
  const typed = conversion.packages.storage?.findTypeMetadata(dto, property);
  const inner = nested === undefined || typed === undefined ? {} : nestedSchema(typed, conversion);
  const isList = nested?.each === true || own['type'] === 'array' || typed?.reflectedType === Array || Object.keys(element).length > 0;
  if (!isList) return { ...inner, ...own };
  const items = { ...inner, ...element };
  return { type: 'array', ...own, ...(Object.keys(items).length > 0 ? { items } : {}) };
}

function combined(constraints: readonly ConstraintMetadata[]): JsonObject {
  const parts = constraints.map(({ name = '', constraints: parameters = [] }) => meaningOf(name).schema?.(parameters) ?? {});
  const schema: JsonObject = Object.assign({}, ...parts) as JsonObject;
  return parts.some((part) => part['type'] === 'integer') ? { ...schema, type: 'integer' } : schema;
}

function nestedSchema({ typeFunction, options }: TypeMetadata, conversion: Conversion): JsonObject {
  const { discriminator } = options ?? {};
  if (discriminator === undefined) return referenceTo(called(typeFunction), conversion);
  const alternatives = discriminator.subTypes.map(({ name, value }) => ({
    ...referenceTo(value, conversion), properties: { [discriminator.property]: { const: name } }, required: [discriminator.property],
  }));
  return { oneOf: alternatives };
}

/** `@Type` of a class that is declared further down its file may be called too early. */
function called(typeFunction: () => unknown): unknown {
  try {
    return typeFunction();
  } catch {
    return undefined;
  }
}

/** A reference to the schema of a class that has decorators; nothing for `Date`, `Number` and others without. */
function referenceTo(dto: unknown, conversion: Conversion): JsonObject {
  const { packages, options, references, definitions } = conversion;
  const known = references.get(dto);
  if (known !== undefined) return { $ref: known };
  if (typeof dto !== 'function' || constraintsOf(packages.validator, dto, options).length === 0) return {};
  const taken = Object.hasOwn(definitions, dto.name) || !/^\w+$/.test(dto.name);
  const name = taken ? `${dto.name.replace(/\W/g, '_')}_${references.size}` : dto.name;
  references.set(dto, `#/$defs/${name}`);
  definitions[name] = {};
  definitions[name] = classSchema(dto as DtoClass, conversion);
  return { $ref: `#/$defs/${name}` };
}

function plainValue(value: unknown): Json | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : undefined;
}
