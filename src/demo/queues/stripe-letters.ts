import { DONE_BEFORE, ESCALATED, REPAIRED, type DemoQueue } from './demo-queue.ts';

/** Events of a producer that forgets fields, and one that the provider delivered a second time. */
export function stripeLetters(): Required<Pick<DemoQueue, 'letters' | 'healthy'>> {
  const event = { amount: 4900, currency: 'eur', receiptLanguage: 'de', channel: 'web' };
  const { receiptLanguage: _language, ...withoutLanguage } = event;
  const { channel: _channel, ...withoutChannel } = event;
  const { amount: _amount, ...withoutAmount } = event;
  return {
    healthy: [{ id: 'evt_504', payload: { eventId: 'evt_504', orderId: 'ord_5004', ...event } }],
    letters: [
      { id: 'evt_501', payload: { eventId: 'evt_501', orderId: 'ord_5001', ...withoutLanguage }, expected: REPAIRED },
      { id: 'evt_502', payload: { eventId: 'evt_502', orderId: 'ord_5002', ...withoutChannel }, expected: REPAIRED },
      { id: 'evt_503', payload: { eventId: 'evt_503', orderId: 'ord_5003', ...event, metadata: null }, expected: REPAIRED },
      // The first delivery went through and charged the order; this one could be repaired, and would charge it again.
      { id: 'evt_504-again', payload: { eventId: 'evt_504', orderId: 'ord_5004', ...withoutLanguage }, expected: DONE_BEFORE },
      { id: 'evt_505', payload: { eventId: 'evt_505', orderId: 'ord_5005', ...withoutAmount }, expected: ESCALATED },
    ],
  };
}
