import { once } from 'node:events';
import { expect, it } from 'vitest';
import { redactionOf } from '../src/config/redaction.ts';
import { createListeners } from '../src/listeners.ts';

it('a listener that throws is told as a warning that quotes nothing redacted, and stops nobody', async () => {
  const listeners = createListeners(redactionOf({ queues: [], redact: { keys: ['email'] } }));
  const heard: string[] = [];
  listeners.on('letter-finished', ({ letter }) => {
    throw new Error(`nobody to tell: ${JSON.stringify(letter.payload)}`);
  });
  const leave = listeners.on('letter-finished', ({ why }) => heard.push(why));
  const warned = once(process, 'warning');
  const letter = { id: 'letter_1', queue: 'mails', name: 'send', messageId: '1', signature: 's1:0', round: 0, payload: { email: 'nora@example.com' } };
  listeners.emit('letter-finished', { letter, outcome: 'healed', why: 'done' });
  const [warning] = (await warned) as [Error];
  expect(warning.message).toBe('a listener of letter-finished threw: nobody to tell: {"email":"[redacted]"}');
  leave();
  listeners.emit('pass-started', { queues: [] });
  expect(heard).toEqual(['done']);
});
