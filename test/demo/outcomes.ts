const old = Array.from({ length: 20 }, (_, index) => `inv_${98301 + index}`);

/** Every letter of the demo by its id, with the cause that mendq finds, its verdict and how it ends. */
export const OUTCOMES: readonly (readonly [id: string, cause: string, verdict: string, outcome: string])[] = [
  ['inv_98234', 'malformed', 'repair', 'healed'],
  ...old.map((id) => [id, 'malformed', 'repair', 'healed'] as const),
  ['inv_98400', 'malformed', 'repair', 'healed'],
  ['inv_98400', 'transient', 'retry', 'settled'],
  ['inv_98500', 'transient', 'retry', 'healed'],
  ['evt_501', 'malformed', 'repair', 'healed'],
  ['evt_502', 'malformed', 'repair', 'healed'],
  ['evt_503', 'malformed', 'repair', 'healed'],
  ['evt_504', 'malformed', 'repair', 'settled'],
  ['evt_505', 'malformed', 'escalate', 'escalated'],
  ['exp_701', 'malformed', 'repair', 'healed'],
  ['exp_702', 'malformed', 'repair', 'healed'],
  ['exp_703', 'malformed', 'escalate', 'escalated'],
  ['com_801', 'malformed', 'repair', 'healed'],
  ['cus_901', 'malformed', 'escalate', 'escalated'],
  ['con_601', 'defect', 'escalate', 'escalated'],
  ['doc_401', 'hopeless', 'discard', 'discarded'],
  ['doc_402', 'hopeless', 'discard', 'discarded'],
  ['doc_403', 'hopeless', 'discard', 'discarded'],
];
