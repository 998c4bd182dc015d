import type { Diagnosis, Json, LetterId, Mendq, MendqEvents, Operation, Outcome, Verdict } from '../index.ts';
import type { DemoLetter, DemoQueue } from './queues/demo-queue.ts';

/** What mendq told of one letter of the demo. */
export interface LetterStory {
  readonly queue: string;
  readonly job: string;
  readonly letter: DemoLetter;
  readonly id?: LetterId;
  readonly signature?: string;
  readonly diagnosis?: Diagnosis;
  readonly verdict?: Verdict;
  readonly operations: readonly Operation[];
  readonly repaired?: Json;
  readonly outcome?: Outcome;
  /** Why it was decided so; where it ended otherwise than decided, why it ended so. */
  readonly why?: string;
  readonly replayMilliseconds?: number;
}

/** Follows mendq's events. The stories stand in the order of the queues and their letters, whatever came first. */
export function followLetters(mendq: Mendq, queues: readonly DemoQueue[]): () => readonly LetterStory[] {
  const stories = new Map(
    queues.flatMap(({ name, job, letters }) =>
      letters.map((letter): [string, LetterStory] => [keyOf(name, letter.id), { queue: name, job, letter, operations: [] }]),
    ),
  );
  const note = ({ queue, messageId }: MendqEvents['letter-decided']['letter'], news: Partial<LetterStory>): void => {
    const story = stories.get(keyOf(queue, messageId));
    if (story !== undefined) stories.set(keyOf(queue, messageId), { ...story, ...news });
  };
  mendq.on('letter-decided', ({ letter, diagnosis, verdict, operations, repaired }) => {
    const repair = repaired === undefined ? {} : { repaired };
    note(letter, { id: letter.id, signature: letter.signature, diagnosis, verdict, operations, why: diagnosis.why, ...repair });
  });
  mendq.on('letter-finished', ({ letter, outcome, why, replayMilliseconds }) => {
    const replayed = replayMilliseconds === undefined ? {} : { replayMilliseconds };
    note(letter, { outcome, ...(outcome === 'healed' ? {} : { why }), ...replayed });
  });
  return () => [...stories.values()];
}

function keyOf(queue: string, messageId: string): string {
  return `${queue}\0${messageId}`;
}
