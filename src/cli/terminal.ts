import pc from 'picocolors';

/** Functions that colour a text, or give it back as it is. */
export type Paint = ReturnType<typeof pc.createColors>;

/** One of the two outputs. */
export interface Output {
  /** Writes the text as it is. What is written after the reader has gone is dropped. */
  readonly write: (text: string) => void;
  readonly paint: Paint;
  readonly columns: number;
  /** True where a person sees the text as it comes, so that a line may be drawn over. */
  readonly interactive: boolean;
}

/** Where a command prints: results on one output, everything said meanwhile on the other. */
export interface Terminal {
  /** Standard output. With `--json` nothing but JSON goes here. */
  readonly output: Output;
  /** Standard error. */
  readonly errors: Output;
}

/** A stream of this process, as far as it matters here. */
export interface Stream {
  readonly write: (text: string) => unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** What colours depend on, beside the stream. */
export interface ColorChoice {
  /** `--color` is true, `--no-color` is false. */
  readonly color?: boolean | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Width where nobody tells one. */
const COLUMNS = 80;

/** Makes an output over a stream. */
export function createOutput(stream: Stream, choice: ColorChoice): Output {
  const dumb = choice.environment['TERM'] === 'dumb';
  return {
    write: (text) => void stream.write(text),
    paint: pc.createColors(wantsColor(stream, choice)),
    columns: stream.columns !== undefined && stream.columns > 20 ? stream.columns : COLUMNS,
    interactive: stream.isTTY === true && !dumb && !isSet(choice.environment['CI']),
  };
}

/** The flag decides, then NO_COLOR, FORCE_COLOR, TERM=dumb, then whether a person reads the stream. */
export function wantsColor(stream: Pick<Stream, 'isTTY'>, { color, environment }: ColorChoice): boolean {
  if (color !== undefined) return color;
  if (isSet(environment['NO_COLOR'])) return false;
  const force = environment['FORCE_COLOR'];
  if (isSet(force)) return force !== '0' && force !== 'false';
  return environment['TERM'] !== 'dumb' && stream.isTTY === true;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
