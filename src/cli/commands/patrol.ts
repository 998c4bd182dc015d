import { DEFAULT_EVERY } from '../../actions/patrol.ts';
import { startWakeServer, type WakeServer } from '../../server/wake-server.ts';
import type { CommandContext, OpenedMendq, RunCommand } from '../command.ts';
import { countText, durationText } from '../describe-time.ts';
import { EXIT } from '../exit-codes.ts';
import { createPatrolLog, type PatrolLog } from '../patrol-log.ts';

/** `mendq patrol`: heals until it is stopped. Being stopped is how it ends, so the exit code is then 0. */
export const patrol: RunCommand = async (context) => {
  const { options, signal } = context;
  const opened = await context.open();
  const log = createPatrolLog(opened.mendq, context);
  let server: WakeServer | undefined;
  try {
    await opened.mendq.patrol({
      signal,
      listen: options.listen ?? true,
      onError: log.complain,
      onStarted: async ({ wake }) => {
        server = await listenForWakes(opened, wake);
        sayStarted(opened, server, log, context);
      },
    });
  } finally {
    await server?.close();
  }
  const totals = log.totals();
  return {
    status: 'ok',
    summary: totals,
    text: `patrol ended after ${countText(totals.passes, 'pass', 'passes')}: ${countText(totals.decided, 'letter')} decided, ${totals.replayed} replayed\n`,
    exitCode: EXIT.ok,
  };
};

async function listenForWakes({ config }: OpenedMendq, wake: () => Promise<void>): Promise<WakeServer | undefined> {
  const options = config.patrol?.wake;
  return options === undefined ? undefined : startWakeServer({ ...options, wake });
}

function sayStarted({ config, path }: OpenedMendq, server: WakeServer | undefined, log: PatrolLog, { options }: CommandContext): void {
  const every = config.patrol?.every ?? DEFAULT_EVERY;
  const queues = config.queues.map(({ name }) => name);
  const wake = server === undefined ? null : `${server.url}/wake`;
  const events = options.listen === false ? '' : ', at each death';
  const woken = wake === null ? '' : `, on POST ${wake}`;
  log.say(
    'patrol-started',
    { config: path, queues, everyMilliseconds: every, wake },
    `patrol of ${countText(queues.length, 'queue')}: every ${durationText(every)}${events}, when replays fall due${woken}. Ctrl-C ends it.`,
  );
}
