import { Order, orderOf } from './order.ts';
import type { RawLetter } from '../../src/core/dead-letter.ts';
import type { JsonObject } from '../../src/core/json.ts';

/** An order that died of one defect, and the letter that the broker keeps of it. */
export interface BrokenLetter {
  readonly payload: JsonObject;
  readonly raw: RawLetter;
}

/** Ways in which one member of an order may be broken; each gives a kind of failure of its own. */
const DEFECTS: readonly ((order: JsonObject, number: number) => JsonObject)[] = [
  (order, number) => ({ ...order, priority: String(number % 10) }),
  (order) => ({ ...order, channel: 'WEB' }),
  ({ placedAt, ...order }) => ({ ...order, placed_at: placedAt ?? null }),
  (order) => ({ ...order, tags: JSON.stringify(order['tags']) }),
  (order) => ({ ...order, note: null }),
];

/** How many kinds of defect there are. */
export const KINDS = DEFECTS.length;

const FRAMES = [
  'at parseOrder (/srv/shop/src/orders/parse-order.ts:41:17)',
  'at processOrder (/srv/shop/src/orders/process-order.ts:88:23)',
  'at Worker.callProcessJob [as processFn] (/srv/shop/src/workers/order-worker.ts:22:11)',
  'at async Worker.processJob (/srv/shop/node_modules/bullmq/dist/cjs/classes/worker.js:466:28)',
  'at async Worker.retryIfFailed (/srv/shop/node_modules/bullmq/dist/cjs/classes/worker.js:695:24)',
  'at process.processTicksAndRejections (node:internal/process/task_queues:105:5)',
].map((frame) => `    ${frame}`).join('\n');

/** The letter of one order, failed as a worker's `Order.parse(job.data)` fails. */
export function brokenLetter(number: number, kind: number): BrokenLetter {
  const defect = DEFECTS[kind % KINDS] ?? ((order: JsonObject) => order);
  const payload = defect(orderOf(number), number);
  const outcome = Order.safeParse(payload);
  if (outcome.success) throw new Error(`defect ${kind} breaks nothing`);
  const reason = outcome.error.message;
  const at = new Date(Date.UTC(2026, 2, 4));
  return {
    payload,
    raw: {
      queue: 'orders', messageId: String(number), epoch: `1767225600000:5:${1_767_225_900_000 + number}`, broker: 'bullmq', name: 'process-order',
      body: new TextEncoder().encode(JSON.stringify(payload)), headers: {}, failure: { reason, stack: [`ZodError: ${reason}\n${FRAMES}`], at }, attempts: 5, enqueuedAt: at,
    },
  };
}
