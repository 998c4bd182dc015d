import { inspect as print } from 'node:util';
import type { ParsedFailure } from '../../../src/core/failure.ts';
import { parseFailure } from '../../../src/inspect/parse-failure.ts';
import { AT, reportOf } from '../report.ts';

/** How an error is read as BullMQ keeps it, by its stack alone, and with what node prints behind the stack. */
export function readings(error: Error): { readonly bare: ParsedFailure; readonly printed: ParsedFailure } {
  return { bare: parseFailure(reportOf(error)), printed: parseFailure({ reason: error.message, stack: [print(error)], at: AT }) };
}
