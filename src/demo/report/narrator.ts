import type { Mendq } from '../../index.ts';
import { writeDecision } from './decision.ts';
import { createGroups, isFinished, type Group } from './groups.ts';
import type { Paper } from './paper.ts';
import { writeEndings, writeHolds, writeReplays } from './steps.ts';

/**
 * Writes what mendq does while it does it. What happens to many letters of one kind at once is told once. Returns the
 * way to write at once what is still gathered.
 */
export function narrate(mendq: Mendq, paper: Paper): () => void {
  const groups = createGroups();
  const { later, flush } = createBreath();

  /** Gathers the events that the present step of the pass emits, by group. */
  const gather = <Event>(groupOf: (event: Event) => Group, tell: (group: Group, events: readonly Event[]) => void) => {
    const open = new Map<Group, Event[]>();
    return (event: Event): void => {
      const group = groupOf(event);
      const events = open.get(group) ?? [];
      events.push(event);
      if (open.has(group)) return;
      open.set(group, events);
      later(() => {
        open.delete(group);
        tell(group, events);
      });
    };
  };

  mendq.on('letter-decided', gather(groups.decided, (group, events) => writeDecision(group, events, paper)));
  mendq.on('letter-held', gather(({ letter }) => groups.of(letter), (group, events) => writeHolds(group, events, paper)));
  mendq.on('letter-replayed', gather(({ letter }) => groups.of(letter), (group, events) => writeReplays(group, events.length, paper)));
  mendq.on('letter-finished', gather(({ letter }) => groups.of(letter), (group, events) => {
    for (const event of events) group.endings.set(event.letter.messageId, event);
    if (isFinished(group)) writeEndings(group, paper);
  }));
  return flush;
}

/** Events of one step come in one breath; what they tell is written when it ends. */
function createBreath(): { readonly later: (write: () => void) => void; readonly flush: () => void } {
  let waiting: (() => void)[] = [];
  let end: NodeJS.Immediate | undefined;
  const flush = (): void => {
    clearImmediate(end);
    end = undefined;
    const now = waiting;
    waiting = [];
    for (const write of now) write();
  };
  return {
    later: (write) => {
      waiting.push(write);
      end ??= setImmediate(flush);
    },
    flush,
  };
}
