import type { LetterId } from '../core/dead-letter.ts';
import { sha256 } from '../core/hash.ts';
import { isJsonObject, type JsonObject, parseJson } from '../core/json.ts';

/*
 * A file is named by the hash of the hashes of its lines. A letter that is forgotten leaves a line with the hash of
 * what stood there, so that the name still proves the rest. Files of the first format are named by the hash of their
 * text, which nothing can stand for: once one of their letters is forgotten, a last line vouches for the others.
 */

/** The text of a new file, and its name without ending. */
export function composeFile(lines: readonly string[]): { readonly name: string; readonly text: string } {
  return { name: digestOf(lines), text: textOf(lines) };
}

/** The lines of a file, or `undefined` where its name doesn't prove them. */
export function readFileLines(name: string, text: string): readonly string[] | undefined {
  const lines = text.split('\n').filter((line) => line !== '');
  const seal = lines.map(markOf).find((mark) => mark?.['seal'] !== undefined)?.['seal'];
  return [sha256(text), digestOf(lines)].includes(name) || seal === digestOf(lines) ? lines : undefined;
}

/** The file without the content of these letters; `undefined` where it holds none of them. */
export function withoutLetters(name: string, lines: readonly string[], ids: readonly LetterId[]): { readonly text: string; readonly removed: number } | undefined {
  const kept = lines.map((line) => forgottenLine(line, ids) ?? line);
  const removed = kept.filter((line, index) => line !== lines[index]).length;
  if (removed === 0) return undefined;
  const digest = digestOf(lines);
  const sealed = digest === name || lines.some((line) => markOf(line)?.['seal'] !== undefined);
  return { text: textOf(sealed ? kept : [...kept, JSON.stringify({ format: 2, seal: digest })]), removed };
}

/** The id of the forgotten letter that a line stands for; `undefined` for all other lines. */
export function forgottenIn(line: string): LetterId | undefined {
  const id = markOf(line)?.['forgotten'];
  return typeof id === 'string' ? id : undefined;
}

function forgottenLine(line: string, ids: readonly LetterId[]): string | undefined {
  const letter = parseJson(line);
  if (!isJsonObject(letter) || letter['body'] === undefined || typeof letter['id'] !== 'string' || !ids.includes(letter['id'])) return undefined;
  return JSON.stringify({ format: 2, forgotten: letter['id'], hash: sha256(line) });
}

function digestOf(lines: readonly string[]): string {
  const hashes = lines.filter((line) => markOf(line)?.['seal'] === undefined).map((line) => hashOf(line));
  return sha256(...hashes);
}

function hashOf(line: string): string {
  const hash = markOf(line)?.['hash'];
  return typeof hash === 'string' ? hash : sha256(line);
}

/** A line that holds no letter. They are short, so that letters are not parsed for it. */
function markOf(line: string): JsonObject | undefined {
  if (!line.startsWith('{"format":2,"forgotten":') && !line.startsWith('{"format":2,"seal":')) return undefined;
  const mark = parseJson(line);
  return isJsonObject(mark) ? mark : undefined;
}

function textOf(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
