/** Waiting times that suit an audience, in milliseconds; the defaults are 30 s, a factor of 2 and an hour. */
export const SHORT_BACKOFF = { base: 200, factor: 2, cap: 2000 } as const;

/** Milliseconds after which a held letter is looked at again; the default is 30 s. */
export const SHORT_HOLD = 250;
