/** How long the broker keeps mendq's record of a replay or a removal, in seconds: 30 days. */
export const RECORD_LIFETIME = 30 * 24 * 60 * 60;
