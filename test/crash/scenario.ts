import { z } from 'zod';

/** What a job of the scenario carries. `kind` decides how it fails; `key` names the piece of work. */
export const ShipmentJob = z.object({
  key: z.string(),
  kind: z.enum(['malformed', 'outage', 'flaky', 'done', 'empty', 'incomplete']),
  express: z.boolean(),
  amount: z.number(),
  note: z.string().nullish(),
});

export type Shipment = z.infer<typeof ShipmentJob>;

/** One letter of a round: what is published, and how it has to end. */
export interface ScenarioLetter {
  readonly jobId: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** The payload that the effect has to carry; absent where there must be no effect by this letter. */
  readonly effect?: Shipment;
  readonly end: 'completed' | 'removed' | 'dead';
}

/** The letters of a round. Every path of the pipeline is in it: repair, retry, return, settle, discard, escalate, one key twice. */
export function lettersOfRound(round: number): readonly ScenarioLetter[] {
  const letter = (name: string, kind: Shipment['kind'], end: ScenarioLetter['end'], change: Readonly<Record<string, unknown>> = {}): ScenarioLetter => {
    const healthy: Shipment = { key: `${name}-${round}`, kind, express: true, amount: 12.5 };
    const { key = healthy.key, ...rest } = change;
    const payload = { ...healthy, key, ...rest };
    return { jobId: `r${round}-${name}`, payload, end, ...(end === 'completed' ? { effect: { ...healthy, key: String(key) } } : {}) };
  };
  return [
    letter('malformed-1', 'malformed', 'completed', { express: 'TRUE' }),
    letter('malformed-2', 'malformed', 'completed', { express: 'TRUE' }),
    letter('malformed-3', 'malformed', 'completed', { express: 'true' }),
    letter('outage-1', 'outage', 'completed'),
    letter('outage-2', 'outage', 'completed'),
    letter('flaky', 'flaky', 'completed'),
    letter('done', 'done', 'removed'),
    letter('empty', 'empty', 'removed'),
    letter('incomplete', 'incomplete', 'dead', { amount: undefined }),
    letter('twin-1', 'malformed', 'completed', { key: `twin-${round}`, express: 'TRUE' }),
    letter('twin-2', 'malformed', 'removed', { key: `twin-${round}`, express: 'TRUE' }),
  ];
}
