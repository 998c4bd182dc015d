import { and, eq, gte, isNull, sql, type SQL } from 'drizzle-orm';
import type { ModelCallPermit, ModelCallReservation, ModelCallSettlement, ModelCaps } from '../model/contract.ts';
import type { ModelSpend } from './contract.ts';
import { lockName, type Session } from './database.ts';
import { modelCalls } from './schema.ts';

const DAY = 24 * 60 * 60_000;

/** See `ModelLedger.reserveModelCall`. One at a time, whoever asks, so that no two calls see the same rest of a limit. */
export async function reserveModelCall(session: Session, call: ModelCallReservation): Promise<ModelCallPermit> {
  await lockName(session, 'model-calls', 'all');
  const { id, signature, queue, model, promptVersion, worst, now } = call;
  const [known] = await session.select({ id: modelCalls.id }).from(modelCalls).where(eq(modelCalls.id, id));
  if (known !== undefined) return { kind: 'reserved' };
  const refused = (await blockOf(session, call)) ?? (await overLimit(session, call));
  if (refused !== undefined) return refused;
  await session.insert(modelCalls).values({
    id, day: dayOf(now), at: now, signature, queue, model, promptVersion, tokens: worst.tokens, money: worst.money ?? null, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0,
  });
  return { kind: 'reserved' };
}

async function blockOf(session: Session, { model, now }: ModelCallReservation): Promise<ModelCallPermit | undefined> {
  const [last] = await session.select({ until: sql<string | null>`max(${modelCalls.blockedUntil})` }).from(modelCalls).where(eq(modelCalls.model, model));
  const until = new Date(last?.until ?? 0);
  return until > now ? { kind: 'refused', cap: 'blocked', used: 0, limit: 0, until } : undefined;
}

/** A call that its provider turned away while it was busy or down has asked nothing. */
const reachedTheModel = sql`(${modelCalls.outcome} is null or ${modelCalls.tokens} > 0 or ${modelCalls.outcome} not in ('rate-limited', 'unavailable', 'quota'))`;

async function overLimit(session: Session, { signature, queue, worst, caps, now }: ModelCallReservation): Promise<ModelCallPermit | undefined> {
  const sum = (amount: SQL): SQL<number> => sql<number>`coalesce(sum(${amount}), 0)::double precision`;
  const [used] = await session
    .select({
      callsPerSignatureAndDay: sum(sql`case when ${eq(modelCalls.signature, signature)} and ${reachedTheModel} then 1 else 0 end`),
      tokensPerQueueAndDay: sum(sql`case when ${eq(modelCalls.queue, queue)} then ${modelCalls.tokens} else 0 end`),
      tokensPerDay: sum(sql`${modelCalls.tokens}`),
      moneyPerDay: sum(sql`${modelCalls.money}`),
    })
    .from(modelCalls)
    .where(eq(modelCalls.day, dayOf(now)));
  const more: Readonly<Record<keyof ModelCaps, number>> = { callsPerSignatureAndDay: 1, tokensPerQueueAndDay: worst.tokens, tokensPerDay: worst.tokens, moneyPerDay: worst.money ?? 0 };
  for (const cap of Object.keys(more) as (keyof ModelCaps)[]) {
    const before = used?.[cap] ?? 0;
    if (before + more[cap] > caps[cap]) return { kind: 'refused', cap, used: before, limit: caps[cap], until: new Date((Math.floor(now.getTime() / DAY) + 1) * DAY) };
  }
  return undefined;
}

/** See `ModelLedger.settleModelCall`. */
export async function settleModelCall(session: Session, id: string, settlement: ModelCallSettlement): Promise<boolean> {
  const { outcome, modelVersion = null, inputTokens, cachedInputTokens, outputTokens, money = null, milliseconds, blockedUntil = null } = settlement;
  const settled = await session
    .update(modelCalls)
    .set({ outcome, modelVersion, inputTokens, cachedInputTokens, outputTokens, money, milliseconds, blockedUntil, tokens: inputTokens + outputTokens })
    .where(and(eq(modelCalls.id, id), isNull(modelCalls.outcome)))
    .returning({ id: modelCalls.id });
  return settled.length > 0;
}

/** See `Ledger.modelSpend`. */
export async function readModelSpend(session: Session, since: string): Promise<ModelSpend[]> {
  const { day, model, queue } = modelCalls;
  const count = (condition: SQL): SQL<number> => sql<number>`count(*) filter (where ${condition})::integer`;
  const sum = (amount: SQL): SQL<number> => sql<number>`coalesce(sum(${amount}), 0)::double precision`;
  return session
    .select({
      day, model, queue,
      calls: count(sql`true`),
      answered: count(sql`${modelCalls.outcome} = 'answered'`),
      failed: count(sql`${modelCalls.outcome} <> 'answered'`),
      open: count(sql`${modelCalls.outcome} is null`),
      inputTokens: sum(sql`${modelCalls.inputTokens}`),
      cachedInputTokens: sum(sql`${modelCalls.cachedInputTokens}`),
      outputTokens: sum(sql`${modelCalls.outputTokens}`),
      tokens: sum(sql`${modelCalls.tokens}`),
      money: sum(sql`${modelCalls.money}`),
      unpriced: count(sql`${modelCalls.money} is null`),
    })
    .from(modelCalls)
    .where(gte(day, since))
    .groupBy(day, model, queue)
    .orderBy(day, model, queue);
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
