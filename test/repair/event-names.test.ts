import { expect, test } from 'vitest';

import { isHandledBy, tellsOtherDeed } from '../../src/repair/event-names.ts';

test.each([
  ['order.paid', 'order-paid', []], ['com.example.order.paid.v1', 'order-paid', []], ['Order Paid', 'OrderPaid', []], ['OrderWasPaid', 'pay-order', []], ['order.paid', 'send-receipt', ['orderId']],
  ['orders.created', 'order-placed', []], ['order.cancelled', 'order-canceled', []], ['order.refunded', 'book', ['orderId', 'refundedAt']], ['paid', 'x', ['paid']], ['user_created', 'welcome-user', []],
  ['VoteCast', 'store-vote', []], ['Vote Submitted', 'cast-vote', []], ['TicketAssigned', 'assign-ticket', []], ['shipment.planned', 'plan-shipment', []], ['IdentityVerified', 'verify-identity', []],
])('%s is for the job %s with the keys %j', (event, job, keys) => {
  expect(isHandledBy(event, job, keys)).toBe(true);
});

test.each([
  ['order.refunded', 'order-paid', []], ['invoice.paid', 'order-paid', []], ['order.item.paid', 'order-paid', []], ['customer.subscription.deleted', 'customer-deleted', ['customerId']],
  ['order.cancelled', 'send-receipt', ['orderId']], ['order.deleted', 'welcome-order', []], ['order.paid', 'order-refunded', ['paid']], ['ping', 'order-paid', []], ['', 'order-paid', []], ['created', 'x', ['orderId']],
  ['com.example', 'order-paid', []], ['OrderCancelled', 'create-order', ['orderId']], ['VoteRetracted', 'store-vote', ['voteId']], ['InvoiceAssigned', 'assign-ticket', []], ['VoteCast', 'delete-vote', []],
  ['TicketUnassigned', 'assign-ticket', []],
])('%s may not be for the job %s with the keys %j', (event, job, keys) => {
  expect(isHandledBy(event, job, keys)).toBe(false);
});

test('only two deeds that are named contradict each other', () => {
  expect(tellsOtherDeed('orders-cancelled', 'order-paid')).toBe(true);
  expect([tellsOtherDeed('orders', 'order-paid'), tellsOtherDeed('orders-cancelled', 'send-receipt'), tellsOtherDeed('order-changed', 'update-order'), tellsOtherDeed('', '')]).toEqual([false, false, false, false]);
});
