/** A stack frame, `at function (path:line:column)` taken apart. */
interface Frame {
  readonly name: string;
  readonly path: string;
}

const OWN_FRAMES = 5;
const NAME_CHARACTERS = 100;
/** Segments of a path that are kept: enough to tell files apart, too few to hold the machine's own root. */
const PATH_SEGMENTS = 3;
const FOREIGN_PARTS = ['/node_modules/', '/.yarn/', '/.pnpm/', '/internal/modules/'];
const SCHEMES = ['file://', 'webpack://', 'webpack-internal:///', 'rsc://', 'turbopack://'];

/**
 * Frames of the application's own code, newest first, at most 5, as `function@path`: without line numbers, roots and
 * extensions, so that they are equal on every machine and survive an edit elsewhere in the file.
 */
export function ownFrames(frames: readonly string[]): string[] {
  const own: string[] = [];
  for (const text of frames) {
    const shown = ownFrame(text);
    if (shown === undefined) continue;
    own.push(shown);
    if (own.length === OWN_FRAMES) break;
  }
  return own;
}

/** Frames that were read before: letters of one kind die at the same places. */
const known = new Map<string, string | undefined>();

/** Most frames that are remembered, of at most 512 characters each. A program dies at far fewer places. */
const MOST_KNOWN = 2000;

function ownFrame(text: string): string | undefined {
  const before = known.get(text);
  if (before !== undefined || known.has(text)) return before;
  const frame = readFrame(text);
  const shown = frame === undefined || !isOwn(frame.path) ? undefined : `${frame.name}@${shortPath(frame.path)}`;
  if (known.size < MOST_KNOWN) known.set(text, shown);
  return shown;
}

function readFrame(text: string): Frame | undefined {
  const call = withoutPrefix(withoutPrefix(text, 'async '), 'new ');
  if (call.startsWith('eval at ')) return undefined;
  const opening = call.endsWith(')') ? call.lastIndexOf(' (') : -1;
  const location = opening < 0 ? call : call.slice(opening + 2, -1);
  const name = opening < 0 ? '' : call.slice(0, opening);
  const path = withoutPosition(location);
  return path === '' ? undefined : { name: shortName(name), path: withoutScheme(path.replaceAll('\\', '/')) };
}

/** `Object.method [as alias]` is `Object.method`; an anonymous function has no name. */
function shortName(name: string): string {
  const alias = name.indexOf(' [as ');
  const shown = alias < 0 ? name : name.slice(0, alias);
  return shown === '<anonymous>' ? '' : shown.slice(0, NAME_CHARACTERS);
}

/** Cuts `:line:column`; `''` where the location has none, as in `<anonymous>` and `index 0`. */
function withoutPosition(location: string): string {
  let end = location.length;
  for (let part = 0; part < 2; part += 1) {
    let digits = end;
    while (digits > 0 && isDigit(location.charCodeAt(digits - 1))) digits -= 1;
    if (digits === end || location[digits - 1] !== ':') return '';
    end = digits - 1;
  }
  return location.slice(0, end);
}

function withoutScheme(path: string): string {
  const scheme = SCHEMES.find((candidate) => path.startsWith(candidate));
  const rest = scheme === undefined ? path : path.slice(scheme.length);
  const query = rest.indexOf('?');
  return query < 0 ? rest : rest.slice(0, query);
}

function isOwn(path: string): boolean {
  if (path.startsWith('node:') || path.startsWith('internal/') || path.startsWith('<')) return false;
  return path !== 'native' && !FOREIGN_PARTS.some((part) => path.includes(part)) && !path.startsWith('node_modules/');
}

function shortPath(path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return segments.slice(-PATH_SEGMENTS).join('/').replace(/\.[cm]?[jt]sx?$/, '');
}

function withoutPrefix(text: string, prefix: string): string {
  return text.startsWith(prefix) ? text.slice(prefix.length) : text;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}
