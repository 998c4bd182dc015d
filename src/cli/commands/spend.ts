import type { SpendReport } from '../../actions/spend.ts';
import type { RunCommand } from '../command.ts';
import { table } from '../table.ts';
import type { Output } from '../terminal.ts';

const COLUMNS = [
  { title: 'day', width: 10 }, { title: 'queue' }, { title: 'model', width: 24 }, { title: 'calls', width: 6, align: 'right' }, { title: 'tokens', width: 9, align: 'right' }, { title: 'US dollars', width: 10, align: 'right' },
] as const;

/** `mendq spend`: what calls of the model have used, and what is left of today's limits. Changes nothing. */
export const spend: RunCommand = async (context) => {
  const { mendq } = await context.open();
  const { since } = context.options;
  const report = await mendq.spend(since === undefined ? {} : { since });
  return {
    status: report.days.length === 0 ? 'nothing_to_do' : 'ok',
    summary: { ...report.today, calls: report.days.reduce((sum, { calls }) => sum + calls, 0) },
    items: report.days,
    text: spendText(report, context.terminal.output),
  };
};

function spendText({ days, today }: SpendReport, output: Output): string {
  const left = `today: ${today.tokens} of ${today.tokenLimit} tokens, ${dollars(today.money)} of ${dollars(today.moneyLimit)} US dollars\n`;
  if (days.length === 0) return `no model has been asked\n${left}`;
  const rows = days.map(({ day, queue, model, calls, tokens, money, unpriced }) => [day, queue, model, String(calls), String(tokens), unpriced === calls ? 'no price' : dollars(money)]);
  const reached = today.tokens >= today.tokenLimit || today.money >= today.moneyLimit ? 'a limit is reached: mendq goes on without the model until midnight UTC\n' : '';
  return `${table(COLUMNS, rows, output)}${left}${reached}`;
}

function dollars(amount: number): string {
  return amount.toFixed(4);
}
