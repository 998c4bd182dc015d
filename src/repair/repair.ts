/** The front door of repair: what other rooms may use of it. */
export { induce } from './induce.ts';
export type { PayloadChange, PayloadEdit } from './payload-edit.ts';
export { proveEdit, type EditResult } from './prove-edit.ts';
export { OFFERED_OPERATIONS } from './read-program.ts';
export { repair, type RepairRequest, type RepairResult } from './repair-letters.ts';
