import type { Json, JsonType } from '../../core/json.ts';
import type { OperationClass } from '../../core/operation.ts';
import type { IssueCode } from '../../core/payload-schema.ts';
import type { Edit } from '../edit.ts';
import type { Site } from '../site.ts';

/** One way in which an operation could answer an issue. */
export interface Proposal {
  /** Parameters of the operation. */
  readonly with?: Json;
  /** A reading that the writer of the value may have meant but nobody can vouch for: it speaks against the others and is never applied. */
  readonly rival?: true;
}

/** A repair operation: what it answers, what it proposes, what it does. Everything about it is total and pure. */
export interface OperationKind {
  /** The same as the name of its file. */
  readonly name: string;
  readonly class: OperationClass;
  /** The issues and the types of values that it can answer. */
  readonly guard: { readonly codes: readonly IssueCode[]; readonly received: readonly JsonType[] };
  /** How it could answer the issue at the site; nothing where it has no business there. */
  readonly propose: (site: Site) => readonly Proposal[];
  /** What it does at the site, `undefined` where it does not apply. */
  readonly act: (site: Site, parameters: Json | undefined) => Edit | undefined;
  /** Set where the result may itself need repair: a wrapping was taken off, a member moved. All others read a value, once. */
  readonly opens?: true;
  /** For operations that can be turned round: a value from which the operation reads `written` again. */
  readonly inverse?: (written: Json) => Json;
}

/** The one proposal of operations without parameters. */
const AS_IT_IS: readonly Proposal[] = [{}];

/** An operation that reads a value and puts another form of it in its place. */
export function valueOperation(
  kind: Pick<OperationKind, 'name' | 'class' | 'guard' | 'opens' | 'inverse'> & {
    /** True where the schema wants what the operation gives. */
    readonly suits: (site: Site) => boolean;
    /** The other form of the value, `undefined` where the operation can't read it. */
    readonly read: (value: Json, site: Site) => Json | undefined;
  },
): OperationKind {
  const { suits, read, ...rest } = kind;
  const readAt = (site: Site): Json | undefined => (site.value === undefined ? undefined : read(site.value, site));
  return {
    ...rest,
    propose: (site) => (suits(site) && readAt(site) !== undefined ? AS_IT_IS : []),
    act: (site) => {
      const value = readAt(site);
      return value === undefined ? undefined : { kind: 'set', pointer: site.pointer, value };
    },
  };
}

/** An operation that reads a text. */
export function textOperation(
  kind: Omit<Parameters<typeof valueOperation>[0], 'read' | 'guard'> & {
    readonly codes: readonly IssueCode[];
    readonly read: (text: string, site: Site) => Json | undefined;
  },
): OperationKind {
  const { codes, read, ...rest } = kind;
  return valueOperation({
    ...rest,
    guard: { codes, received: ['string'] },
    read: (value, site) => (typeof value === 'string' ? read(value, site) : undefined),
  });
}
