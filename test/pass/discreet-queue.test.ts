import { expect, it } from 'vitest';
import { redactionOf } from '../../src/config/redaction.ts';
import { MendqError, messageOf } from '../../src/core/errors.ts';
import { discreetQueue } from '../../src/pass/discreet-queue.ts';
import type { QueueAdapter } from '../../src/queues/contract.ts';
import { memory } from '../../src/queues/memory/memory.ts';
import { manualClock } from '../../src/testing/manual-clock.ts';

const SECRET = 'nora "the" quist';
const body = Buffer.from(JSON.stringify({ to: SECRET }));
const clock = manualClock();
const definition = memory('mails', { clock, jobs: { send: { redact: ['/to'] } } });
const order = { queue: 'mails', messageId: '1', epoch: '1', replayId: 'r', original: new Uint8Array(), repaired: body, attempts: 'full' } as const;

/** The memory queue, except that it answers a replay in this way. */
async function queueWith(replay: QueueAdapter['replay']): Promise<QueueAdapter> {
  const queue = await definition.open({ clock, payloadBytes: 1000, directory: '.' });
  return discreetQueue({ ...queue, replay }, redactionOf({ queues: [definition] }));
}

it('lets no receipt quote a payload of its order', async () => {
  const queue = await queueWith(async () => [{ kind: 'refused', why: `can't store ${SECRET}` }, { kind: 'done', at: clock.now(), earlier: false }]);
  expect(await queue.replay([order, order])).toEqual([{ kind: 'refused', why: "can't store [redacted]" }, { kind: 'done', at: clock.now(), earlier: false }]);
});

it('lets no error quote one either, nor its hint, stack or causes, and keeps what it means', async () => {
  const cause = Object.assign(new AggregateError([new Error(`at ${SECRET}`)], `row ${JSON.stringify({ to: SECRET })}`), { code: '22P02', detail: SECRET });
  const queue = await queueWith(() => Promise.reject(new MendqError('MENDQ_E_BROKER_REFUSED', `refused ${SECRET}`, { hint: `drop ${SECRET}`, retryable: true, cause })));
  const error: unknown = await queue.replay([order]).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: 'MENDQ_E_BROKER_REFUSED', message: 'refused [redacted]', hint: 'drop [redacted]', retryable: true, cause: { code: '22P02' } });
  const printed = (thrown: unknown): string => (thrown instanceof Error ? `${thrown.stack}${messageOf(thrown)}${JSON.stringify(thrown)}${printed(thrown.cause)}` : '');
  expect(printed(error)).toContain('discreet-queue.test.ts');
  expect(printed(error)).not.toMatch(/nora|quist/);
});

it('is the queue itself in everything else', async () => {
  const error = new MendqError('MENDQ_E_BROKER_UNREACHABLE', 'away');
  const queue = await queueWith(() => Promise.reject(error));
  await expect(queue.replay([order])).rejects.toBe(error);
  expect({ name: queue.name, broker: queue.broker, page: await queue.read() }).toEqual({ name: 'mails', broker: 'memory', page: { letters: [] } });
});
