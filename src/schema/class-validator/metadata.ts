import type { DtoClass, DtoOptions } from '../../core/job-type-options.ts';

/** What a decorator of class-validator has noted. */
export interface ConstraintMetadata {
  /** `customValidation` for all constraints on values; others for optional, nested and merely allowed members. */
  readonly type: string;
  /** The constraint: `isInt`, `maxLength`, or the name of one of the user's own. */
  readonly name?: string;
  readonly propertyName: string;
  /** The decorator's arguments. */
  readonly constraints?: readonly unknown[];
  readonly constraintCls?: unknown;
  readonly each?: boolean;
}

/** The part of class-validator that mendq calls. */
export interface ClassValidator {
  readonly validate: (instance: object, options: object) => Promise<readonly DtoError[]>;
  readonly getMetadataStorage: () => {
    readonly getTargetValidationMetadatas: (target: unknown, schema: string, always: boolean, strictGroups: boolean, groups?: readonly string[]) => readonly ConstraintMetadata[];
  };
  readonly getFromContainer: (constraint: unknown) => { readonly validate: (value: unknown, context: object) => unknown };
}

/** An error of class-validator: one member, with the constraints that it failed and its own members' errors. */
export interface DtoError {
  readonly target?: object;
  readonly property: string;
  readonly constraints?: Readonly<Record<string, string>>;
  readonly children?: readonly DtoError[];
}

/** The part of class-transformer that mendq calls. */
export interface ClassTransformer {
  readonly plainToInstance?: (dto: unknown, plain: unknown, options: object) => unknown;
  /** The same in releases before 0.5. */
  readonly plainToClass?: (dto: unknown, plain: unknown, options: object) => unknown;
}

/** Where class-transformer keeps what its decorators say. */
export interface TransformStorage {
  readonly findTypeMetadata: (target: unknown, property: string) => TypeMetadata | undefined;
  readonly findExposeMetadata: (target: unknown, property: string) => { readonly options?: { readonly name?: string; readonly toPlainOnly?: boolean } } | undefined;
}

/** What `@Type` says of a member. */
export interface TypeMetadata {
  readonly typeFunction: (options?: object) => unknown;
  /** What the compiler noted of the member: `Array` for lists. */
  readonly reflectedType?: unknown;
  readonly options?: { readonly discriminator?: Discriminator };
}

/** How `@Type` tells which of several classes an object is of. */
export interface Discriminator {
  readonly property: string;
  readonly subTypes: readonly { readonly name: string; readonly value: unknown }[];
}

/** The constraints of a class that apply under the options, those of its ancestors included. */
export function constraintsOf(validator: ClassValidator, dto: unknown, { always = false, strictGroups = false, groups }: DtoOptions): readonly ConstraintMetadata[] {
  if (typeof dto !== 'function') return [];
  return validator.getMetadataStorage().getTargetValidationMetadatas(dto, '', always, strictGroups, groups);
}

/** The key under which JSON carries a member that the class may call otherwise. */
export function jsonKey(storage: TransformStorage | undefined, dto: unknown, property: string): string {
  const options = typeof dto === 'function' ? storage?.findExposeMetadata(dto, property)?.options : undefined;
  return options?.name === undefined || options.toPlainOnly === true ? property : options.name;
}

/** A new instance of the class, to see what its members begin with; `undefined` where it can't be made without arguments. */
export function emptyInstance(dto: DtoClass): Readonly<Record<string, unknown>> | undefined {
  try {
    return new dto() as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
