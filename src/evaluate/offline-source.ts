import type { ModelPort } from '../model/contract.ts';
import type { AdviceSource } from '../pass/advise.ts';

/**
 * Asks a model without a ledger: no limit holds, nothing is tried twice. The job names of a corpus stand beside schema and
 * policy, so that they count as configured. No value is shown.
 */
export function offlineSource(port: ModelPort): AdviceSource {
  return {
    adviser: { id: port.id, ask: (questions, signal) => Promise.all(questions.map((question) => port.ask(question, signal))) },
    language: 'en',
    isKnownName: () => true,
    shown: () => undefined,
  };
}
