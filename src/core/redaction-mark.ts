/** What stands in the place of a hidden value. */
export const REDACTED = '[redacted]';
