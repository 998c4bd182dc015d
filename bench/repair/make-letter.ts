import { isJsonObject, parseJson, type JsonObject } from '../../src/core/json.ts';
import type { BrokenLetter } from './broken-letter.ts';
import type { Defect, Place } from './defect.ts';
import { ALL_DEFECTS } from './defects/all-defects.ts';
import type { JobHouse } from './job-house.ts';
import { makeDocument } from './make-document.ts';
import type { Member } from './member.ts';
import type { Random } from './random.ts';

const MEMBER_DEFECTS = ALL_DEFECTS.filter(({ breakMember }) => breakMember !== undefined);
const FRAMES = '\n    at processJob (/srv/app/src/process-job.ts:31:9)\n    at async Worker.processJob (/srv/app/node_modules/bullmq/dist/cjs/classes/worker.js:466:28)';
/** A defect that this many job types can't suffer is no defect. */
const MOST_JOB_TYPES = 5000;
/** A job type in which a defect is tried before another job type is. */
const TRIES = 4;

/**
 * A letter that the given defect broke, one in five by a second one as well, and some written in an unusual way that
 * means nothing (a byte order mark, line breaks). Its schema refuses it, or it is not JSON at all.
 */
export function makeLetter(houses: readonly JobHouse[], defect: Defect, random: Random): BrokenLetter {
  for (let tried = 0; tried < MOST_JOB_TYPES; tried++) {
    const house = random.pick(houses);
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const letter = tryLetter(house, defect, random);
      if (letter !== undefined) return letter;
    }
  }
  throw new Error(`no job type can suffer from: ${defect.name}`);
}

function tryLetter(house: JobHouse, defect: Defect, random: Random): BrokenLetter | undefined {
  const original = makeDocument(house.shape.root, random);
  const document = structuredClone(original);
  const place = breakSome(house, document, defect, random);
  if (defect.breakMember !== undefined && (place === undefined || complaints(house, document) === 0)) return undefined;
  const second = random.chance(0.2) ? random.pick(MEMBER_DEFECTS) : undefined;
  const isBrokenTwice = second !== undefined && breaksVisibly(house, document, second, random, place);
  if (isBrokenTwice === undefined) return undefined;
  const text = textOf(document, defect, random);
  const failure = text === undefined ? undefined : failureOf(house, text);
  if (text === undefined || failure === undefined) return undefined;
  return { house, original, text, defects: isBrokenTwice && second !== undefined ? [defect, second] : [defect], failure };
}

function textOf(document: JsonObject, { breakText }: Defect, random: Random): string | undefined {
  const text = JSON.stringify(document);
  return breakText === undefined ? dressed(text, random) : breakText(text, random);
}

/**
 * Breaks a second member; `undefined` where nobody can see it, which would make a right repair of the first one wrong.
 */
function breaksVisibly(house: JobHouse, document: JsonObject, second: Defect, random: Random, before: Place | undefined): boolean | undefined {
  const seen = complaints(house, document);
  if (breakSome(house, document, second, random, before) === undefined) return false;
  return complaints(house, document) > seen ? true : undefined;
}

/** Breaks one member; never the one that was broken before, nor one of the same object, where the two might meet. */
function breakSome(house: JobHouse, document: JsonObject, defect: Defect, random: Random, before?: Place): Place | undefined {
  const places = placesIn(document, house.shape.root).filter(({ holder }) => before === undefined || (holder !== before.holder && holder !== before.holder[before.member.key]));
  for (let attempt = 0; attempt < 12 && places.length > 0; attempt++) {
    const place = random.pick(places);
    if (defect.breakMember?.(place, random) === true) return place;
  }
  return undefined;
}

function complaints({ strict, strictZod }: JobHouse, payload: JsonObject): number {
  const count = strict(payload) ? 0 : (strict.errors ?? []).length;
  return Math.min(count, strictZod.safeParse(payload).error?.issues.length ?? 0);
}

function placesIn(holder: JsonObject, around: Member): readonly Place[] {
  return (around.members ?? []).flatMap((member) => {
    const value = holder[member.key];
    const inner = Array.isArray(value) ? value : [value];
    return [{ member, holder, around }, ...(member.members === undefined ? [] : inner.filter(isJsonObject).flatMap((object) => placesIn(object, member)))];
  });
}

function failureOf({ strict, strictZod, speaksZod }: JobHouse, text: string): BrokenLetter['failure'] | undefined {
  const payload = parseJson(text);
  if (payload === undefined) return said('SyntaxError', 'Unexpected token in JSON');
  const isRefused = !strict(payload);
  const message = (strict.errors ?? []).map((error) => `data${error.instancePath} ${error.message}`).join(', ');
  const outcome = strictZod.safeParse(payload);
  if (!isRefused || outcome.success) return undefined;
  return speaksZod ? said('ZodError', outcome.error.message) : said('ValidationError', message);
}

function said(name: string, reason: string): BrokenLetter['failure'] {
  return { reason, stack: `${name}: ${reason}${FRAMES}` };
}

function dressed(text: string, random: Random): string {
  if (!random.chance(0.1)) return text;
  return random.pick([`\uFEFF${text}`, `\n${text}\n`, JSON.stringify(JSON.parse(text), undefined, 2)]);
}
