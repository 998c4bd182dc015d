/** What tells one death of a job from every other. BullMQ never lowers `attemptsStarted` unless it is asked to, and mendq never asks. */
export interface EpochParts {
  /** When the job was added, in milliseconds, as the broker spells it; `''` where the broker has none. */
  readonly timestamp: string;
  /** How often the job was activated. */
  readonly attemptsStarted: string;
  /** When its last run ended, in milliseconds. */
  readonly finishedOn: string;
}

/** The epoch of a dead job: `timestamp:attemptsStarted:finishedOn`. */
export function toEpoch(parts: EpochParts): string {
  return `${parts.timestamp}:${parts.attemptsStarted}:${parts.finishedOn}`;
}

/** Takes an epoch apart; parts that are missing come back as `''`. */
export function fromEpoch(epoch: string): EpochParts {
  const [timestamp = '', attemptsStarted = '', finishedOn = ''] = epoch.split(':');
  return { timestamp, attemptsStarted, finishedOn };
}

/** A moment that the broker keeps as milliseconds; `undefined` where the text is none. */
export function toMoment(milliseconds: string | undefined): Date | undefined {
  if (milliseconds === undefined || !/^\d{1,15}(\.\d+)?$/.test(milliseconds)) return undefined;
  return new Date(Number(milliseconds));
}
