import { randomUUID } from 'node:crypto';
import { mkdir, readdir, realpath, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../core/clock.ts';
import { MendqError, messageOf } from '../core/errors.ts';
import { isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { ask, listen } from './lock-socket.ts';

/** A folder that nobody else can lock until it is released or this process ends, however it ends. */
export interface FolderLock {
  /** The folder without symbolic links. */
  readonly folder: string;
  /** Replaces what others are told beside who holds the lock. */
  readonly publish: (about: JsonObject) => void;
  /** May be called twice. */
  release(): Promise<void>;
}

/** What a look at a folder finds. */
export type Holding =
  /** Nobody has it. */
  | { readonly kind: 'free' }
  /** Somebody is about to take it, or to give up. */
  | { readonly kind: 'wanted' }
  /** `about` is what the holder has published. */
  | { readonly kind: 'held'; readonly holder: JsonObject; readonly about: JsonObject }
  /** Somebody has it, perhaps, and says nothing. */
  | { readonly kind: 'silent' };

/** How a folder is locked. */
export interface LockOptions {
  readonly clock: Clock;
  /** Longest wait for a holder to say who it is, in milliseconds. One that starts its database is deaf for seconds. @defaultValue 15 seconds */
  readonly patience?: number;
  /** What others are told beside who holds the lock, from the first moment on. @defaultValue nothing */
  readonly about?: JsonObject;
}

const SOCKET = /^lock-[0-9a-f]{12}\.sock$/;
/** Between two looks at somebody who wants the lock at the same moment, in milliseconds. */
const RECHECK = 20;
const PATIENCE = 15_000;

/**
 * Locks a folder, which is created where it is missing. Rejects with `MENDQ_E_LEDGER_LOCKED`, naming the holder, where
 * another process or this one has it, and with `MENDQ_E_LEDGER_UNREACHABLE` where the folder can't be used.
 *
 * Who wants the lock listens on a socket of its own in the folder and then looks at all others. Whoever sees a living
 * socket that holds the lock, or that is an earlier name among those who still look, gives up. Two can't both see
 * nobody, because each was there to be seen before it looked. Sockets of the dead refuse connections and, since their
 * names never return, are removed without danger. Process ids decide nothing: they repeat in containers.
 */
export async function lockFolder(path: string, { clock, patience = PATIENCE, about = {} }: LockOptions): Promise<FolderLock> {
  const folder = await createFolder(path);
  const name = `lock-${randomUUID().replaceAll('-', '').slice(0, 12)}.sock`;
  const holder = holderNow(clock);
  let held = false;
  let published = about;
  const server = await listen(folder, name, () => ({ held, holder, about: published })).catch((error: unknown) => {
    throw unusable(path, error);
  });
  const release = async (): Promise<void> => {
    server.close();
    await rm(join(folder, name), { force: true });
  };
  try {
    await outlast({ folder, path, name, patience });
  } catch (error) {
    await release();
    throw error;
  }
  held = true;
  return {
    folder,
    publish: (news) => {
      published = news;
    },
    release,
  };
}

/** Looks who has a folder, without wanting it. Never rejects. */
export async function lookAtFolder(path: string, patience = PATIENCE): Promise<Holding> {
  const folder = await realpath(path).catch(() => undefined);
  const rivals = folder === undefined ? [] : await rivalsOf({ folder, path, name: '', patience }).catch(() => []);
  const holder = rivals.find(({ held }) => held);
  if (holder === undefined) return { kind: rivals.length > 0 ? 'wanted' : 'free' };
  return holder.holder === undefined ? { kind: 'silent' } : { kind: 'held', holder: holder.holder, about: holder.about };
}

async function createFolder(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    return await realpath(path);
  } catch (error) {
    throw unusable(path, error);
  }
}

interface Contender {
  readonly folder: string;
  /** The folder as the caller named it. */
  readonly path: string;
  readonly name: string;
  readonly patience: number;
}

/** Resolves when nobody else is there; rejects when somebody goes first. */
async function outlast(contender: Contender): Promise<void> {
  for (;;) {
    const rivals = await rivalsOf(contender);
    const first = rivals.find((rival) => rival.held || rival.name < contender.name);
    if (first !== undefined) throw locked(contender.path, first);
    if (rivals.length === 0) return;
    await delay(RECHECK);
  }
}

interface Rival {
  readonly name: string;
  /** True also where it does not answer: then nobody may go on. */
  readonly held: boolean;
  readonly holder: JsonObject | undefined;
  readonly about: JsonObject;
}

async function rivalsOf(contender: Contender): Promise<Rival[]> {
  const names = (await readdir(contender.folder)).filter((name) => SOCKET.test(name) && name !== contender.name);
  const rivals = await Promise.all(names.map((name) => rivalOf(contender, name)));
  return rivals.flatMap((rival) => rival ?? []);
}

async function rivalOf({ folder, patience }: Contender, name: string): Promise<Rival | undefined> {
  const reply = await ask(folder, name, { request: 'holder' }, patience);
  if (reply.kind === 'silent') return { name, held: true, holder: undefined, about: {} };
  if (reply.kind === 'answer') return toRival(name, reply.answer);
  await rm(join(folder, name), { force: true });
  return undefined;
}

function toRival(name: string, answer: Json): Rival {
  if (!isJsonObject(answer)) return { name, held: true, holder: undefined, about: {} };
  const { held, holder, about } = answer;
  return { name, held: held !== false, holder: isJsonObject(holder) ? holder : undefined, about: isJsonObject(about) ? about : {} };
}

function holderNow(clock: Clock): JsonObject {
  const [, script = process.execPath, verb = ''] = process.argv;
  // Only a bare word: other arguments may hold secrets.
  const command = [basename(script), ...(/^[a-z-]{1,20}$/.test(verb) ? [verb] : [])].join(' ');
  return { pid: process.pid, host: hostname(), command, since: clock.now().toISOString() };
}

function locked(path: string, { holder }: Rival): MendqError {
  const said = (name: string): string => (typeof holder?.[name] === 'object' ? '?' : String(holder?.[name]));
  const who =
    holder === undefined
      ? 'another process, which does not answer'
      : `${said('command')} (process ${said('pid')} on ${said('host')}, since ${said('since')})`;
  const hint = 'Let it finish or stop it, or give this ledger another folder. Processes that work together need a ledger on PostgreSQL.';
  return new MendqError('MENDQ_E_LEDGER_LOCKED', `the ledger ${path} is in use by ${who}`, { hint, retryable: true, context: { holder } });
}

function unusable(path: string, cause: unknown): MendqError {
  const hint = 'Check that this folder may be created and written by this user, and that its file system can hold sockets.';
  return new MendqError('MENDQ_E_LEDGER_UNREACHABLE', `the ledger ${path} can not be opened: ${messageOf(cause)}`, { hint, cause });
}
