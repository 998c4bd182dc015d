import { z } from 'zod';
import { seededRandom } from '../crash/seeded-random.ts';
import { connectionRefused, EmptyFileError } from '../crash/world.ts';

/** What a job of the story carries. `kind` decides how it fails. */
export const Parcel = z.object({
  key: z.string(),
  kind: z.enum(['malformed', 'outage', 'done', 'empty', 'incomplete']),
  express: z.boolean(),
  amount: z.number(),
  note: z.string().optional(),
});

export type ParcelKind = z.infer<typeof Parcel>['kind'];

/** One job of the story. */
export interface Job {
  readonly id: string;
  readonly kind: ParcelKind;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The business database: what was done, by key. It refuses nothing, so that a second effect is counted. */
export type Effects = ReadonlyMap<string, readonly unknown[]>;

/** As many jobs, mostly malformed, the same ones for the same seed. */
export function crowd(count: number, seed: number): readonly Job[] {
  const random = seededRandom(seed);
  const kinds: readonly ParcelKind[] = [...Array.from({ length: 14 }, () => 'malformed' as const), 'outage', 'outage', 'outage', 'done', 'empty', 'empty', 'incomplete'];
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[Math.floor(random() * kinds.length)] ?? 'malformed';
    const data = { key: `key-${index}`, kind, express: kind === 'malformed' ? 'TRUE' : true, ...(kind === 'incomplete' ? {} : { amount: index + 0.5 }) };
    return { id: `job-${index}`, kind, data };
  });
}

/** The payload with which mendq may let a job of the story run. */
export function healed({ data }: Job): unknown {
  return { ...data, express: true };
}

/** The payload of somebody who corrects a job by hand. */
export function corrected({ data }: Job): Readonly<Record<string, unknown>> {
  return { ...data, express: true, amount: data['amount'] ?? 1, note: 'corrected by hand' };
}

/** The story's worker. The first run of an outage dies before the work, that of a done one after it. */
export function worker(): { readonly process: (id: string, data: unknown) => void; readonly effects: Effects } {
  const effects = new Map<string, unknown[]>();
  const started = new Set<string>();
  const act = (parcel: z.infer<typeof Parcel>): void => void effects.set(parcel.key, [...(effects.get(parcel.key) ?? []), parcel]);
  return {
    effects,
    process: (id, data) => {
      const parcel = Parcel.parse(data);
      const isFirst = !started.has(id);
      started.add(id);
      if (parcel.kind === 'empty') throw new EmptyFileError('the file has no content');
      if (isFirst && parcel.kind === 'done') act(parcel);
      if (isFirst && parcel.kind !== 'malformed' && parcel.kind !== 'incomplete') throw connectionRefused();
      act(parcel);
    },
  };
}
