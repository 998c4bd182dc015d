import { MendqError } from '../../core/errors.ts';
import type { RunCommand } from '../command.ts';
import { countText } from '../describe-time.ts';
import { oneLine } from '../plain-text.ts';

/** `mendq verify`: recomputes the hash chains. A chain that does not hold is an error. */
export const verify: RunCommand = async (context) => {
  const { mendq } = await context.open();
  const { letters, events, broken } = await mendq.verify();
  const checked = `${countText(events, 'audit event')} of ${countText(letters, 'letter')} checked`;
  const summary = { letters, events, broken: broken.length };
  const [first] = broken;
  if (first === undefined) return { status: letters === 0 ? 'nothing_to_do' : 'ok', summary, text: `${checked}: every hash chain holds\n` };
  return {
    status: 'error',
    summary,
    items: broken,
    text: `${checked}\n${broken.map(({ letter, sequence, why }) => `  ${letter}, event ${sequence}: ${oneLine(why)}\n`).join('')}`,
    error: new MendqError('MENDQ_E_LEDGER_CORRUPT', `${countText(broken.length, 'hash chain')} ${broken.length === 1 ? 'does' : 'do'} not hold`, {
      hint: 'Somebody changed the ledger. Compare these letters with a backup.',
    }),
    next: [context.commandLine('show', first.letter)],
  };
};
