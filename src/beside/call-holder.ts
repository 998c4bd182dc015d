import type { Socket } from 'node:net';
import { connectInFolder } from '../local-socket/connect-in-folder.ts';
import { readFrames, toFrame } from './frames.ts';
import { unpack, unpackError } from './packed.ts';
import type { CallerFrame, HolderFrame } from './protocol.ts';

/** Longest silence of a holder, in milliseconds; it says every few seconds that it is alive. */
const SILENCE = 60_000;

/** One call to the process that holds the ledger. */
export interface Call {
  readonly method: string;
  readonly parameters: readonly unknown[];
  readonly signalAt?: number;
  /** When aborted, the holder finishes what is in hand and answers. */
  readonly signal: AbortSignal;
  /** Called with what happens in the holder by this call. */
  readonly onEvent: (name: string, event: unknown) => void;
}

/** How a call ended. */
export type CallEnd =
  | { readonly kind: 'result'; readonly value: unknown; readonly cutShort: boolean }
  | { readonly kind: 'failed'; readonly error: Error }
  | { readonly kind: 'unknown' | 'refused' }
  /** The holder went away, or spoke nonsense. `begun`: it had said that it took the call. */
  | { readonly kind: 'lost'; readonly begun: boolean }
  /** The holder is there and says nothing. */
  | { readonly kind: 'silent' };

/** Sends a call through the socket `name` in `folder` and follows it to its end. Rejects only where the parameters can't be sent. */
export async function callHolder(folder: string, name: string, call: Call, silence = SILENCE): Promise<CallEnd> {
  const { method, parameters, signalAt } = call;
  const first: CallerFrame = { kind: 'call', method, parameters, ...(signalAt === undefined ? {} : { signalAt }) };
  const frame = toFrame(first);
  const socket = await connectInFolder(folder, name);
  return socket === undefined ? { kind: 'lost', begun: false } : follow(socket, frame, call, silence);
}

function follow(socket: Socket, frame: Buffer, { signal, onEvent }: Call, silence: number): Promise<CallEnd> {
  return new Promise((resolve) => {
    let begun = false;
    const abort = (): void => void socket.write(toFrame({ kind: 'abort' } satisfies CallerFrame));
    const done = (end: CallEnd): void => {
      signal.removeEventListener('abort', abort);
      socket.destroy();
      resolve(end);
    };
    const lost = (): void => done({ kind: 'lost', begun });
    readFrames(socket, {
      broken: lost,
      frame: (value) => {
        const answer = value as HolderFrame;
        if (answer.kind === 'accepted') begun = true;
        else if (answer.kind === 'event') onEvent(answer.name, unpack(answer.event));
        else if (answer.kind !== 'alive') done(toEnd(answer));
      },
    });
    socket.setTimeout(silence, () => done({ kind: 'silent' }));
    socket.on('error', lost).on('close', lost);
    socket.write(frame);
    if (signal.aborted) abort();
    else signal.addEventListener('abort', abort, { once: true });
  });
}

function toEnd(answer: Exclude<HolderFrame, { readonly kind: 'accepted' | 'event' | 'alive' }>): CallEnd {
  if (answer.kind === 'result') return { kind: 'result', value: unpack(answer.packed), cutShort: answer.cutShort };
  if (answer.kind === 'failed') return { kind: 'failed', error: unpackError(answer.error) };
  if (answer.kind === 'unknown' || answer.kind === 'refused') return { kind: answer.kind };
  // Counts as broken.
  throw new TypeError('a frame of an unknown kind');
}
