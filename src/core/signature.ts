/**
 * Key of one kind of failure: `s2:` and 20 hex digits. `s2` is the version of the algorithm: keys of different
 * versions are never compared.
 */
export type Signature = string;

/** Both signatures of a letter. */
export interface Signatures {
  /** F0: job name, error class and code, masked message, the first 5 own frames. */
  readonly failure: Signature;
  /** F1: F0 and the sorted schema issues. Remedies and groups are keyed by it. */
  readonly shape: Signature;
}
