import type { Socket } from 'node:net';
import { MendqError, messageOf } from '../core/errors.ts';
import { readFrames, toFrame } from './frames.ts';
import { pack, packError, withoutDepths } from './packed.ts';
import type { CallerFrame, HolderFrame } from './protocol.ts';

/** Milliseconds between two signs of life during a call. */
const ALIVE_EVERY = 5000;

/** Longest wait for the call on a connection, in milliseconds. */
const CALL_WITHIN = 10_000;

/** A caller that lets so many bytes pile up does not read; it is cut off, which ends its call. */
const MOST_UNREAD = 64 * 1024 * 1024;

/** What a call gets while it runs. */
export interface CallContext {
  /** Aborted when the caller asks for the end, or is gone. */
  readonly signal: AbortSignal;
  readonly onEvent: (name: string, event: unknown) => void;
}

/** Does what callers ask for. */
export interface Serve {
  has(method: string): boolean;
  /** Runs a method. `cutShort` is true where this process is closing and ended it early. */
  run(method: string, parameters: readonly unknown[], context: CallContext): Promise<{ readonly value: unknown; readonly cutShort: boolean }>;
}

/** Takes one call on a connection and answers it. Resolves when the connection is closed; never rejects. */
export async function answerCaller(socket: Socket, serve: Serve, refuses: () => boolean): Promise<void> {
  socket.unref();
  const caller = new AbortController();
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => {
      caller.abort();
      resolve();
    });
  });
  socket.on('error', () => socket.destroy());
  socket.setTimeout(CALL_WITHIN, () => socket.destroy());
  let called = false;
  readFrames(socket, {
    broken: () => socket.destroy(),
    frame: (value) => {
      const frame = readCallerFrame(value);
      if (frame.kind === 'abort') return caller.abort();
      if (called) throw new TypeError('one call a connection');
      called = true;
      socket.setTimeout(0);
      if (refuses()) socket.end(toFrame({ kind: 'refused' } satisfies HolderFrame));
      else if (!serve.has(frame.method)) socket.end(toFrame({ kind: 'unknown' } satisfies HolderFrame));
      else void carryOut(socket, frame, serve, caller.signal);
    },
  });
  await closed;
}

async function carryOut(socket: Socket, { method, parameters, signalAt }: CallerFrame & { readonly kind: 'call' }, serve: Serve, signal: AbortSignal): Promise<void> {
  const write = (frame: () => Buffer): void => {
    if (socket.writableLength > MOST_UNREAD) socket.destroy();
    else if (socket.writable) socket.write(frame());
  };
  write(() => toFrame({ kind: 'accepted' } satisfies HolderFrame));
  const alive = setInterval(() => write(() => toFrame({ kind: 'alive' } satisfies HolderFrame)), ALIVE_EVERY).unref();
  const given = parameters.map((parameter, index) => (index === signalAt ? { ...(parameter as object), signal } : parameter));
  const onEvent: CallContext['onEvent'] = (name, event) => {
    const frameOf = (sent: unknown): Buffer => toFrame({ kind: 'event', name, event: pack(sent) } satisfies HolderFrame);
    write(() => shallowIfNeeded(event, frameOf));
  };
  const answer = await serve.run(method, given, { signal, onEvent }).then(resultFrame, failedFrame);
  clearInterval(alive);
  if (socket.writable) socket.end(answer);
}

function resultFrame({ value, cutShort }: { readonly value: unknown; readonly cutShort: boolean }): Buffer {
  try {
    return shallowIfNeeded(value, (sent) => toFrame({ kind: 'result', packed: pack(sent), cutShort } satisfies HolderFrame));
  } catch (error) {
    if (!(error instanceof RangeError)) return failedFrame(error);
    return failedFrame(new MendqError('MENDQ_E_USAGE', `the answer can't be sent: ${messageOf(error)}`, { hint: 'Ask for less, with --limit or --queue.' }));
  }
}

/** A frame of the value, of its upper levels where it is nested too deep to be sent. */
function shallowIfNeeded(value: unknown, frameOf: (sent: unknown) => Buffer): Buffer {
  try {
    return frameOf(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return frameOf(withoutDepths(value));
  }
}

function failedFrame(error: unknown): Buffer {
  return toFrame({ kind: 'failed', error: packError(error) } satisfies HolderFrame);
}

/** Throws where it is no frame of a caller. */
function readCallerFrame(value: unknown): CallerFrame {
  const { kind, method, parameters, signalAt } = value as Record<string, unknown>;
  if (kind === 'abort') return { kind };
  if (kind !== 'call' || typeof method !== 'string' || !Array.isArray(parameters)) throw new TypeError('no frame of a caller');
  return { kind, method, parameters, ...(typeof signalAt === 'number' ? { signalAt } : {}) };
}
