import type { Json } from '../../src/core/json.ts';

/** What kind of thing a member holds. */
export type MemberKind =
  | 'text' | 'code' | 'id' | 'uuid' | 'email' | 'currency' | 'money' | 'count' | 'measure' | 'share' | 'flag' | 'choice' | 'day' | 'moment' | 'epoch' | 'words' | 'object' | 'list';

/** One member of a generated schema, from which its JSON Schema, its Zod schema and its documents are made. */
export interface Member {
  readonly key: string;
  readonly kind: MemberKind;
  readonly required: boolean;
  /** True for money, currencies, ids and recipients, and for all that is inside of them. */
  readonly protected: boolean;
  readonly default?: Json;
  /** The allowed values of a choice. */
  readonly options?: readonly string[];
  /** Other words for the allowed values, as the user declares them. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** The members of an object, or of the objects in a list. */
  readonly members?: readonly Member[];
  /** True where an object admits no other members. */
  readonly closed?: boolean;
}

/** A generated job type: the root object and what its user configures. */
export interface Shape {
  readonly root: Member & { readonly members: readonly Member[]; readonly closed: boolean };
  /** True where the user lists the protected places; otherwise only their names speak for them. */
  readonly listsProtected: boolean;
}
