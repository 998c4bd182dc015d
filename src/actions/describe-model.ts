import type { Finding } from '../core/finding.ts';
import type { House } from '../house.ts';
import type { ModelQuestion, ModelReply } from '../model/contract.ts';

/** Asks for the smallest answer of the right form. */
const QUESTION: ModelQuestion = {
  signature: 'doctor',
  queue: 'doctor',
  promptVersion: 'doctor',
  system: 'This is a test of the connection. Answer with the verdict `unknown`, no evidence, no programs and the explanation "ready".',
  prompt: 'There is no case.',
  operations: [],
};

/** What there is to say of the configured model; with `ask` after one call to it, which counts like any other. */
export async function describeModel(house: House, ask: boolean): Promise<readonly Finding[]> {
  const source = await house.advice();
  if (source === undefined) {
    return ask ? [{ severity: 'warning', subject: 'model', message: 'no model is configured, so that nothing was asked', fix: "Add model: 'gemini-3.5-flash-lite' to the configuration, with the key in GEMINI_API_KEY." }] : [];
  }
  const subject = `model ${source.adviser.id}`;
  if (!ask) return [{ severity: 'ok', subject, message: 'it is configured, and was not asked; mendq doctor --model asks it once' }];
  const [reply] = await source.adviser.ask([QUESTION], new AbortController().signal);
  return reply === undefined ? [] : [describeReply(subject, reply)];
}

function describeReply(subject: string, reply: ModelReply): Finding {
  if (reply.kind === 'failed') return { severity: 'error', subject, message: `${reply.why} (${reply.reason})`, fix: 'See the failures in the guide on models; until then mendq decides without it.' };
  const { modelVersion, inputTokens, outputTokens, milliseconds } = reply.usage;
  const version = modelVersion === undefined ? '' : ` as ${modelVersion}`;
  return { severity: 'ok', subject, message: `it answered${version} in ${milliseconds} ms, with ${inputTokens} tokens of input and ${outputTokens} of output` };
}
