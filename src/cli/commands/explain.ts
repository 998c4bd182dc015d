import { ERROR_GUIDE, type ErrorExplanation } from '../../core/error-guide.ts';
import { MendqError, type MendqErrorCode } from '../../core/errors.ts';
import type { RunCommand } from '../command.ts';
import { exitCodeOf } from '../exit-codes.ts';
import type { Paint } from '../terminal.ts';

/** `mendq explain [CODE]`: the offline text of an error code, or the list of all. */
export const explain: RunCommand = async ({ parameters, terminal, commandLine }) => {
  const { paint } = terminal.output;
  const [asked] = parameters;
  if (asked === undefined) {
    const items = Object.entries(ERROR_GUIDE).map(([code, { meaning }]) => ({ code, meaning }));
    return { status: 'ok', summary: { codes: items.length }, items, text: items.map(({ code, meaning }) => `${paint.bold(code)}\n  ${meaning}\n`).join('') };
  }
  const code = codeFrom(asked);
  const item = { code, ...ERROR_GUIDE[code], exitCode: exitCodeOf(new MendqError(code, '')) };
  return { status: 'ok', summary: { code }, items: [item], text: explanationText(item, paint), next: [commandLine('doctor')] };
};

/** The code that a person means, also in lower case or without its beginning. */
function codeFrom(asked: string): MendqErrorCode {
  const name = asked.toUpperCase().replaceAll('-', '_').replace(/^(MENDQ_)?(E_)?/, '');
  const code = `MENDQ_E_${name}`;
  if (Object.hasOwn(ERROR_GUIDE, code)) return code as MendqErrorCode;
  throw new MendqError('MENDQ_E_USAGE', `there is no error code ${asked}`, { hint: `Codes: ${Object.keys(ERROR_GUIDE).join(', ')}.` });
}

function explanationText({ code, meaning, causes, steps, exitCode }: ErrorExplanation & { readonly code: string; readonly exitCode: number }, paint: Paint): string {
  const list = (title: string, lines: readonly string[]): string => `\n${paint.bold(title)}\n${lines.map((line) => `  - ${line}\n`).join('')}`;
  return `${paint.bold(code)} (exit code ${exitCode})\n${meaning}\n${list('Likely causes', causes)}${list('What to do', steps)}`;
}
