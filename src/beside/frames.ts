import type { Socket } from 'node:net';
import { deserialize, serialize } from 'node:v8';

/** Most bytes of one frame. What is larger is refused before anything of it is kept. */
export const MOST_FRAME_BYTES = 256 * 1024 * 1024;

/** Bytes that say how long the rest is. */
const HEADER = 4;

/** The version of node's own format, which a later node may raise: it reads earlier ones, never later ones. */
export const VALUE_FORMAT = serialize(null)[1] ?? 0;

/** A value as one frame. Throws a `RangeError` where it is nested too deep or too large, and an `Error` where it holds a function. */
export function toFrame(value: unknown): Buffer {
  const bytes = serialize(value);
  if (bytes.byteLength > MOST_FRAME_BYTES) throw new RangeError(`${bytes.byteLength} bytes are more than a frame may have`);
  const frame = Buffer.allocUnsafe(HEADER + bytes.byteLength);
  frame.writeUInt32BE(bytes.byteLength);
  frame.set(bytes, HEADER);
  return frame;
}

/** What is done with frames. */
export interface FrameListener {
  readonly frame: (value: unknown) => void;
  /** Something arrived that is no frame, or one that is too large. Nothing more is read; the listener ends the connection. */
  readonly broken: () => void;
}

/** Reads the frames that arrive on a socket. A length is believed only as far as its bytes have arrived. */
export function readFrames(socket: Socket, { frame, broken }: FrameListener): void {
  const waiting = createBacklog();
  let length: number | undefined;
  const next = (): boolean => {
    if (length === undefined) {
      const header = waiting.take(HEADER);
      length = header?.readUInt32BE();
      if (length !== undefined && (length === 0 || length > MOST_FRAME_BYTES)) throw new RangeError('no length of a frame');
    }
    const bytes = length === undefined ? undefined : waiting.take(length);
    if (bytes === undefined) return false;
    length = undefined;
    frame(deserialize(bytes));
    return true;
  };
  const read = (chunk: Buffer): void => {
    waiting.add(chunk);
    try {
      while (next());
    } catch {
      socket.off('data', read);
      broken();
    }
  };
  socket.on('data', read);
}

/** Bytes that have arrived and belong to no whole frame yet. */
interface Backlog {
  add(chunk: Buffer): void;
  /** The next `count` bytes; `undefined` where there are fewer. */
  take(count: number): Buffer | undefined;
}

function createBacklog(): Backlog {
  let chunks: Buffer[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      chunks.push(chunk);
      size += chunk.byteLength;
    },
    take: (count) => {
      if (size < count) return undefined;
      // Joined only once a frame is whole, so that a large one that comes in small pieces is copied once.
      const [first = Buffer.alloc(0)] = chunks;
      const joined = first.byteLength >= count ? first : Buffer.concat(chunks);
      chunks = joined === first ? chunks.slice(1) : [];
      const rest = joined.subarray(count);
      if (rest.byteLength > 0) chunks.unshift(rest);
      size -= count;
      return joined.subarray(0, count);
    },
  };
}
