import type { Finding } from '../../core/finding.ts';
import type { RunCommand } from '../command.ts';
import { countText } from '../describe-time.ts';
import { EXIT } from '../exit-codes.ts';
import { countsOf } from '../group-by.ts';
import { plainText } from '../plain-text.ts';
import type { Paint } from '../terminal.ts';
import { versionLine, versions } from '../version.ts';

/** `mendq doctor`: everything that healing stands on, each finding with what to do. Changes nothing. */
export const doctor: RunCommand = async (context) => {
  const { options, terminal } = context;
  const { mendq, path } = await context.open();
  const findings = await mendq.doctor({ model: options.model === true });
  const { error = 0, warning = 0 } = countsOf(findings.map(({ severity }) => severity));
  const { paint } = terminal.output;
  const verdict = error + warning === 0 ? 'everything is in order' : `${countText(error, 'error')}, ${countText(warning, 'warning')}`;
  const failed = error > 0 ? EXIT.failure : warning > 0 && options.failOn?.includes('warning') === true ? EXIT.waiting : undefined;
  return {
    status: error > 0 ? 'partial' : 'ok',
    summary: { errors: error, warnings: warning, config: path, ...versions() },
    items: findings,
    text: `${versionLine()}\n${path}\n\n${findings.map((finding) => findingText(finding, paint)).join('')}\n${verdict}\n`,
    ...(failed === undefined ? { next: [context.commandLine('inspect')] } : { exitCode: failed }),
  };
};

function findingText({ severity, subject, message, fix }: Finding, paint: Paint): string {
  const mark = { ok: paint.green('ok     '), warning: paint.yellow('warning'), error: paint.red('error  ') }[severity];
  const lines = [`${mark}  ${plainText(subject)}: ${plainText(message)}`, ...(fix === undefined ? [] : [`         ${plainText(fix)}`])];
  return `${lines.join('\n')}\n`;
}
