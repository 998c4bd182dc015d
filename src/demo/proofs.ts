import type { Mendq } from '../index.ts';
import { sha256 } from '../core/hash.ts';
import { isJsonObject } from '../core/json.ts';
import type { LetterStory } from './letter-stories.ts';
import { countEffects, type EffectCounts } from './shop/count-effects.ts';
import type { World } from './world.ts';

/** What was looked at after the night, in the queues, the ledger and the business database. */
export interface Proofs {
  readonly effects: EffectCounts;
  readonly restored: RestoreProof | undefined;
  /** The source of each discarded letter, and until when it is blocked. */
  readonly sources: readonly { readonly letter: string; readonly tenant: string; readonly malicious: boolean; readonly blockedUntil: Date | undefined }[];
}

/** A discarded letter that was brought back. */
export interface RestoreProof {
  readonly letter: string;
  readonly bytes: number;
  readonly bodyHash: string;
  /** True where the queue now holds the same bytes as before. */
  readonly same: boolean;
}

/** The discarded letter that is restored: the largest. */
const RESTORED = 'doc_402';

/** How the payload of the letter that will be restored lies in its queue. */
export async function readOriginal({ broker, queues }: World): Promise<string | undefined> {
  const queue = queues.find(({ letters }) => letters.some(({ id }) => id === RESTORED));
  return queue === undefined ? undefined : broker.storedPayload(queue.name, RESTORED);
}

/** Looks at what the night left behind. */
export async function prove(mendq: Mendq, world: World, stories: readonly LetterStory[], original: string | undefined): Promise<Proofs> {
  const discarded = stories.filter(({ outcome }) => outcome === 'discarded');
  const sources = [];
  for (const { letter, diagnosis } of discarded) {
    const tenant = tenantOf(letter.payload);
    const entry = await mendq.isBlocked({ kind: 'tenant', value: tenant });
    sources.push({ letter: letter.id, tenant, malicious: diagnosis?.malicious === true, blockedUntil: entry?.expiresAt });
  }
  const story = discarded.find(({ letter }) => letter.id === RESTORED);
  const restored = story === undefined || original === undefined ? undefined : await restore(mendq, world, story, original);
  return { effects: await countEffects(world.shop), restored, sources };
}

async function restore(mendq: Mendq, { broker }: World, { queue, letter, id }: LetterStory, original: string): Promise<RestoreProof> {
  const gone = (await broker.storedPayload(queue, letter.id)) === undefined;
  const { kind } = await mendq.restore(id ?? letter.id, 'mendq demo');
  const back = (await broker.storedPayload(queue, letter.id)) ?? '';
  return { letter: letter.id, bytes: Buffer.byteLength(back), bodyHash: sha256(back), same: gone && kind === 'restored' && sha256(back) === sha256(original) };
}

function tenantOf(payload: LetterStory['letter']['payload']): string {
  return isJsonObject(payload) && typeof payload['tenant'] === 'string' ? payload['tenant'] : '';
}
