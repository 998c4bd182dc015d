/** A line of a file, without its line feed. */
export interface Line {
  /** 1 for the first. */
  readonly number: number;
  readonly bytes: Uint8Array;
}

const LINE_FEED = 10;

/**
 * Splits bytes into lines as they come, holding one line at a time. Only line feeds end a line: other separators may stand
 * in JSON strings. Calls `tooLong`, which has to throw, with the number of a line of more than `longest` bytes.
 */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>, longest: number, tooLong: (line: number) => never): AsyncGenerator<Line> {
  let number = 1;
  let pieces: Uint8Array[] = [];
  let held = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(LINE_FEED); end !== -1; end = chunk.indexOf(LINE_FEED, start)) {
      yield { number, bytes: Buffer.concat([...pieces, chunk.subarray(start, end)]) };
      number++;
      pieces = [];
      held = 0;
      start = end + 1;
    }
    pieces.push(chunk.subarray(start));
    held += chunk.length - start;
    if (held > longest) tooLong(number);
  }
  if (held > 0) yield { number, bytes: Buffer.concat(pieces) };
}
