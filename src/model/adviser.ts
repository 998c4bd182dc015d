import type { Clock } from '../core/clock.ts';
import type { ModelAdviser, ModelCallPermit, ModelLedger, ModelPort, ModelQuestion, ModelReply } from './contract.ts';
import type { ModelLimits } from './limits.ts';
import { createPatience, type Patience } from './patience.ts';
import { costOf, priceOf, worstCost, type ModelPrices } from './prices.ts';
import { refusalOf } from './refused-permit.ts';
import { createSlots } from './slots.ts';
import { inputBound } from './token-bound.ts';

/** What an adviser is made of. */
export interface AdviserParts {
  readonly port: ModelPort;
  readonly ledger: ModelLedger;
  readonly limits: ModelLimits;
  /** Prices of the user, which go before those of mendq. */
  readonly prices: ModelPrices;
  readonly clock: Clock;
  /** An id that no call has had. */
  readonly newId: () => string;
}

/** Most calls in flight, over all questions of an adviser. */
const IN_FLIGHT = 2;

type Slots = ReturnType<typeof createSlots>;

/** Asks a model within limits. Each call is taken from the budget at its worst before it is made, and at its cost after it. */
export function createAdviser(parts: AdviserParts): ModelAdviser {
  const slots = createSlots(IN_FLIGHT);
  return {
    id: parts.port.id,
    ask: async (questions, signal) => {
      const patience = createPatience(parts.limits.patience, parts.clock);
      return Promise.all(questions.map((question) => advise(parts, question, patience, slots, signal)));
    },
  };
}

async function advise(parts: AdviserParts, question: ModelQuestion, patience: Patience, slots: Slots, signal: AbortSignal): Promise<ModelReply> {
  const { inputCharacters, tries } = parts.limits;
  const length = question.system.length + question.prompt.length;
  if (length > inputCharacters) return { kind: 'failed', reason: 'budget', why: `The question has ${length} characters; the limit for one call is ${inputCharacters}.` };
  for (let attempt = 1; ; attempt += 1) {
    const reply = await slots(() => attemptOnce(parts, question, patience, signal));
    if (reply.kind === 'answered' || signal.aborted) return reply;
    const passes = reply.reason === 'rate-limited' || reply.reason === 'unavailable';
    if (!passes) patience.note(reply);
    if (!passes || patience.ended !== undefined || !patience.postpone(reply, attempt) || attempt >= tries) return reply;
  }
}

/** One call, counted. Another question may have been told to wait, or that nothing has any sense, while this one stood in line. */
async function attemptOnce(parts: AdviserParts, question: ModelQuestion, patience: Patience, signal: AbortSignal): Promise<ModelReply> {
  await patience.ready(signal);
  if (patience.ended !== undefined) return patience.ended;
  if (signal.aborted) return { kind: 'failed', reason: 'unavailable', why: 'The call was stopped before it was made.' };
  const id = parts.newId();
  const permit = await reserve(parts, question, id);
  if (permit === undefined) return { kind: 'failed', reason: 'budget', why: 'The call could not be counted in the ledger, so it was not made.' };
  if (permit.kind === 'refused') return refusalOf(permit);
  const start = parts.clock.now().getTime();
  const reply = await parts.port.ask(question, signal);
  await settle(parts, question, id, reply, parts.clock.now().getTime() - start);
  return reply;
}

async function reserve({ ledger, port, limits, prices, clock }: AdviserParts, question: ModelQuestion, id: string): Promise<ModelCallPermit | undefined> {
  const { signature, queue, promptVersion } = question;
  const input = inputBound(question);
  const price = priceOf(port.id, prices);
  const worst = { tokens: input + limits.outputTokens, ...(price === undefined ? {} : { money: worstCost(input, limits.outputTokens, price) }) };
  try {
    return await ledger.reserveModelCall({ id, signature, queue, model: port.id, promptVersion, worst, caps: limits.caps, now: clock.now() });
  } catch {
    return undefined;
  }
}

async function settle({ ledger, port, limits, prices, clock }: AdviserParts, question: ModelQuestion, id: string, reply: ModelReply, milliseconds: number): Promise<void> {
  const used = reply.usage ?? { inputTokens: inputBound(question), cachedInputTokens: 0, outputTokens: limits.outputTokens, milliseconds };
  const price = priceOf(port.id, prices);
  const blockedUntil = reply.kind === 'failed' && reply.reason === 'quota' ? reply.until : undefined;
  // A settlement that fails leaves the worst case standing, which is on the safe side; the answer is there and paid for.
  await ledger
    .settleModelCall(id, {
      ...used,
      outcome: reply.kind === 'answered' ? 'answered' : reply.reason,
      ...(price === undefined ? {} : { money: costOf(used, price) }),
      ...(blockedUntil === undefined ? {} : { blockedUntil }),
      now: clock.now(),
    })
    .catch(() => false);
}
