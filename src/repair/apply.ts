import { jsonTypeOf, type Json } from '../core/json.ts';
import { expandPattern, matchesPattern, pointerSegments, toPointer, valueAt, type Pointer } from '../core/json-pointer.ts';
import type { Operation } from '../core/operation.ts';
import { applyEdits, type Edit } from './edit.ts';
import { operationNamed } from './operations/registry.ts';
import { siteAt } from './site.ts';
import { judged, type Subject } from './subject.ts';

/** A member that got another key, or a value that now stands at a second place as well. */
export interface Move {
  readonly from: Pointer;
  readonly to: Pointer;
  readonly copied?: true;
}

/** What became of a payload. */
export interface Applied {
  readonly payload: Json;
  readonly moves: readonly Move[];
}

/**
 * Applies operations one after the other, all of them guarded by the issues that the subject has now. An operation whose
 * guard fits nowhere, that does not exist or can't read the value does nothing.
 */
export function applyTogether(subject: Subject, operations: readonly Operation[]): Applied {
  let payload = subject.payload;
  const moves: Move[] = [];
  for (const operation of operations) {
    const edits = editsOf({ ...subject, payload }, operation);
    payload = applyEdits(payload, edits);
    moves.push(...edits.flatMap(moveOf));
  }
  return { payload, moves };
}

/**
 * Applies a whole plan. An operation that answers an issue which only an earlier one uncovers makes the user's validator
 * look again. Rejects where the validator does.
 */
export async function applyPlan(subject: Subject, operations: readonly Operation[]): Promise<Applied> {
  let current = subject;
  let payload = subject.payload;
  const moves: Move[] = [];
  for (const operation of operations) {
    if (payload !== current.payload && !hasSite({ ...current, payload }, operation)) current = await judged(current, payload);
    const applied = applyTogether({ ...current, payload }, [operation]);
    payload = applied.payload;
    moves.push(...applied.moves);
  }
  return { payload, moves };
}

function hasSite(subject: Subject, operation: Operation): boolean {
  return operation.when.code === 'any' || sitesOf(subject, operation).length > 0;
}

function editsOf(subject: Subject, operation: Operation): readonly Edit[] {
  const kind = operationNamed(operation.name);
  if (kind === undefined) return [];
  return sitesOf(subject, operation).flatMap(({ pointer, issue }) => kind.act(siteAt(subject, pointer, issue), operation.with) ?? []);
}

/** Where an operation may act: at issues of its guard, or wherever its path leads for those that need no issue. */
function sitesOf({ payload, issues }: Subject, { path, when }: Operation): readonly { readonly pointer: Pointer; readonly issue?: Subject['issues'][number] }[] {
  const found =
    when.code === 'any'
      ? expandPattern(payload, path).map((pointer) => ({ pointer }))
      : issues.filter((issue) => issue.code === when.code && matchesPattern(path, issue.pointer)).map((issue) => ({ pointer: issue.pointer, issue }));
  return found.filter(({ pointer }) => jsonTypeOf(valueAt(payload, pointer)) === when.received);
}

function moveOf(edit: Edit): readonly Move[] {
  if (edit.kind === 'rename') return [{ from: edit.pointer, to: siblingOf(edit.pointer, edit.to) }];
  return edit.kind === 'set' && edit.source !== undefined ? [{ from: edit.source, to: edit.pointer, copied: true }] : [];
}

function siblingOf(pointer: Pointer, key: string): Pointer {
  return toPointer([...pointerSegments(pointer).slice(0, -1), key]);
}
