/** Headers that tell what restoring a copy takes beside its fields. */
export const COPY_HEADERS = {
  /** Stands where the copy has its data, and holds it byte for byte. */
  data: 'mendq:data',
  /** Where the copy lay: waiting, prioritized, delayed or failed. */
  state: 'mendq:state',
  score: 'mendq:score',
} as const;
