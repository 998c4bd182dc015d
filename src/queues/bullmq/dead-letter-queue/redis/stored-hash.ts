import type { Json } from '../../../../core/json.ts';
import { toEpoch } from '../../epoch.ts';
import { fromHeader, toHash, toHeader } from '../../redis/job-hash.ts';
import { COPY_HEADERS } from '../copy-headers.ts';
import type { StoredCopy } from '../stored-copy.ts';

/** What the loading script answered for one copy; `undefined` where there is no such copy. */
export function toStoredCopy(id: string, reply: unknown, longest: number): StoredCopy | undefined {
  if (!Array.isArray(reply)) return undefined;
  const [state, score, size, flat] = reply as [Buffer, Buffer, Buffer, unknown];
  const hash = toHash(flat) ?? [];
  const fields = new Map(hash);
  const text = (name: string): string => fields.get(name)?.toString('utf8') ?? '';
  const bytes = Number(size.toString());
  const places = { [COPY_HEADERS.state]: state.toString(), ...(score.length === 0 ? {} : { [COPY_HEADERS.score]: score.toString() }) };
  return {
    id,
    name: text('name'),
    epoch: toEpoch({ timestamp: text('timestamp'), attemptsStarted: text('ats'), finishedOn: text('finishedOn') }),
    timestamp: text('timestamp'),
    data: fields.get('data') ?? Buffer.alloc(0),
    ...(bytes > longest ? { oversize: bytes } : {}),
    options: text('opts'),
    headers: { ...Object.fromEntries(hash.map(([name, value]) => [name === 'data' ? COPY_HEADERS.data : name, toHeader(value)])), ...places },
  };
}

/** What restoring a copy takes, from the headers of its letter. */
export function toStoredHash(headers: Readonly<Record<string, Json>>): { readonly fields: readonly (string | Buffer)[]; readonly data: string | Buffer; readonly state: string; readonly score: string } {
  const places: readonly string[] = [COPY_HEADERS.state, COPY_HEADERS.score];
  const fields = Object.entries(headers).flatMap(([name, value]) => {
    if (name === COPY_HEADERS.data) return ['data', fromHeader(value)];
    return places.includes(name) || name.startsWith('mendq:') ? [] : [name, fromHeader(value)];
  });
  const text = (name: string): string => (typeof headers[name] === 'string' ? headers[name] : '');
  return { fields, data: fromHeader(headers[COPY_HEADERS.data] ?? ''), state: text(COPY_HEADERS.state) || 'waiting', score: text(COPY_HEADERS.score) };
}
