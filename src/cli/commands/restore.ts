import { MendqError } from '../../core/errors.ts';
import type { RunCommand } from '../command.ts';
import { oneLine } from '../plain-text.ts';
import { thisPerson } from '../this-person.ts';

/** `mendq restore LETTER`: brings an archived letter back as the dead letter it was; a person decides what happens to it. */
export const restore: RunCommand = async (context) => {
  const [letter = ''] = context.parameters;
  const { mendq } = await context.open();
  const result = await mendq.restore(letter, context.options.actor ?? thisPerson());
  const { id, letter: raw } = result.record;
  const item = { id, queue: raw.queue, name: raw.name, messageId: raw.messageId, result: result.kind };
  const next = [context.commandLine('show', id)];
  if (result.kind === 'refused') {
    const error = new MendqError('MENDQ_E_CONFLICT', `${id} can't be restored: ${result.why}`, { hint: 'Its timeline tells what happened to it.' });
    return { status: 'error', summary: { restored: 0 }, items: [item], text: '', error, next };
  }
  const place = `${oneLine(raw.queue)} / ${oneLine(raw.name)}, message ${oneLine(raw.messageId)}`;
  return { status: 'ok', summary: { restored: 1 }, items: [item], text: `${id} is a dead letter of ${place} again; mendq leaves it to you\n`, next };
};
