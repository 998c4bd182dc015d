import type { ForgetReport } from '../actions/forget.ts';
import { countText } from './describe-time.ts';
import { oneLine } from './plain-text.ts';

/** What was forgotten, or would be, and what is left to a person. Never names the subject. */
export function forgetText(report: ForgetReport, limit: number): string {
  const { dryRun, interrupted, letters, archive, dead, unclear, hooks, sources } = report;
  const inFlight = letters.filter(({ result }) => result === 'in-flight').map(({ id }) => id);
  const done = letters.length - inFlight.length;
  return [
    headLine(dryRun, done, archive.letters, sources),
    ...block(inFlight, 'in flight, left as it was; repeat this when it is done', limit),
    ...block(unclear, 'with the key in a body that is not JSON: look at it, and let a hook name it or remove it yourself', limit),
    ...block(
      dead.map(({ queue, messageId, letter, recorded }) => `${oneLine(queue)}, message ${oneLine(messageId)} (${letter})${recorded ? '' : ', not recorded yet'}`),
      'still dead in a queue: that job is your application\'s, remove it there',
      limit,
    ),
    ...archive.byHand.slice(0, limit).map(({ location, letters: ids, why }) => `by hand: ${oneLine(location)}${ids.length === 0 ? '' : ` (${ids.join(', ')})`}: ${oneLine(why, 300)}`),
    ...(hooks.count === 0 ? [] : [`hooks failed ${countText(hooks.count, 'time')}, so that those letters were judged without them; first: ${oneLine(hooks.first ?? '', 300)}`]),
    ...(interrupted ? ['stopped before it was done: repeat it'] : []),
  ].map((line) => `${line}\n`).join('');
}

function headLine(dryRun: boolean, letters: number, archived: number, sources: number): string {
  if (letters + archived + sources === 0) return 'mendq keeps nothing about this key';
  const what = `${countText(letters, 'letter')} in the ledger, ${archived} in the archive${sources === 0 ? '' : `, ${countText(sources, 'name')} on the blocklist`}`;
  return dryRun ? `would forget ${what}; nothing was changed` : `forgot ${what}`;
}

function block(lines: readonly string[], what: string, limit: number): readonly string[] {
  if (lines.length === 0) return [];
  return [`${countText(lines.length, 'letter')} ${what}:`, ...lines.slice(0, limit).map((line) => `  ${line}`)];
}
