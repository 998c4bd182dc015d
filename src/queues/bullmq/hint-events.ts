/** Which events of a queue are a hint of which kind. */
export interface HintEvents {
  readonly letter: readonly string[];
  readonly outcome: readonly string[];
}

/** Those of a queue whose own failed jobs are the letters. */
export const DEATHS_AND_COMPLETIONS: HintEvents = { letter: ['failed', 'retries-exhausted'], outcome: ['completed'] };
