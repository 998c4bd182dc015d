import { jsonEqual } from '../core/json.ts';
import type { LetterStory } from './letter-stories.ts';
import type { Proofs } from './proofs.ts';
import type { DemoQueue } from './queues/demo-queue.ts';

/** One thing that has to hold for the demo to have gone well. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  /** What was found. */
  readonly found: string;
}

/** Milliseconds within which a worker has to start the repaired invoice. */
const START_LIMIT = 2000;

/** Holds what happened against what the demo promises. */
export function checkOutcome(stories: readonly LetterStory[], { effects, restored, sources }: Proofs, queues: readonly DemoQueue[]): readonly Check[] {
  const unexpected = stories.filter(({ letter, verdict, outcome }) => verdict !== letter.expected.verdict || outcome !== letter.expected.outcome);
  const healthy = queues.reduce((sum, queue) => sum + (queue.healthy ?? []).length, 0);
  const healed = stories.filter(({ outcome }) => outcome === 'healed').length;
  const work = effects.invoices + effects.charges + effects.exports + effects.comments + effects.customers;
  return [
    check('every letter ended as it should', unexpected.length === 0, unexpected.map(describe).join('; ') || `${stories.length} letters`),
    check('nothing was done twice', effects.duplicated === 0, `${effects.duplicated} duplicated effects in the database`),
    check('everything healed was done', work === healed + healthy && effects.emails === effects.invoices, `${work} effects, ${effects.emails} e-mails; ${healed} letters healed, ${healthy} jobs had succeeded`),
    checkInvoice(stories.find(({ letter }) => letter.id === 'inv_98234')),
    check('a discarded letter came back byte for byte', restored?.same === true, restored === undefined ? 'none was restored' : `${restored.letter}, ${restored.bytes} bytes`),
    check('sources of attacks are blocked, others are not', sources.every(({ malicious, blockedUntil }) => malicious === (blockedUntil !== undefined)), sources.map(({ tenant, blockedUntil }) => `${tenant} ${blockedUntil === undefined ? 'free' : 'blocked'}`).join(', ')),
  ];
}

function checkInvoice(story: LetterStory | undefined): Check {
  const expected = {
    invoiceId: 'inv_98234',
    fileUrl: 'https://s3.amazonaws.com/mybucket/invoice_102.pdf',
    options: { autoCalculateTax: true, notifyEmail: 'finance@example.com' },
  };
  const started = story?.replayMilliseconds;
  const passed = jsonEqual(story?.repaired, expected) && started !== undefined && started < START_LIMIT;
  return check('inv_98234 was repaired and started within 2 s', passed, passed ? 'the boolean and the trimmed address' : `${JSON.stringify(story?.repaired ?? null)}, started after ${started ?? 'an unknown number of'} ms`);
}

function describe({ letter, verdict, outcome, why }: LetterStory): string {
  const { expected } = letter;
  return `${letter.id}: ${verdict ?? 'undecided'}, ${outcome ?? 'no outcome'} instead of ${expected.verdict}, ${expected.outcome} (${why ?? 'no reason given'})`;
}

function check(name: string, passed: boolean, found: string): Check {
  return { name, passed, found };
}
