import type fc from 'fast-check';

/** A property that is tried on random cases. */
export interface Property<Case = unknown> {
  readonly name: string;
  /** Its part of all runs, in percent. */
  readonly share: number;
  readonly cases: fc.Arbitrary<Case>;
  /** Throws where the property does not hold. */
  readonly check: (example: Case) => Promise<void> | void;
}

/** A property of which only its cases know their type. */
export function property<Case>(sketch: Property<Case>): Property {
  return sketch as Property;
}
