import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { redisWorld, type RedisWorld } from './redis-world.ts';
import { cli, envelopeOf, startCli, until, type CliEnd, type RunningCli } from './run-cli.ts';

// Twenty processes at once take their time on a small machine.
vi.setConfig({ testTimeout: 300_000 });

let world: RedisWorld;
let patrol: RunningCli;

beforeAll(async () => {
  world = await redisWorld({ embedded: true, lines: "errors: { RangeError: 'hopeless' }," });
  await world.addDead(2);
  // Before the patrol: repairs that die again would stop their group.
  world.startWork();
  patrol = await startPatrol();
}, 120_000);
afterAll(async () => {
  patrol.child.kill('SIGKILL');
  await patrol.ended;
  await world.close();
});

const run = (...words: string[]) => cli(words, { cwd: world.folder });
const through = ({ stderr }: CliEnd): boolean => stderr.includes(`through the patrol that holds this ledger (process ${patrol.child.pid})`);

/** A patrol that has passed once. It does not listen, so that most letters which die later are left to the commands. */
async function startPatrol(): Promise<RunningCli> {
  const started = startCli(['patrol', '--json', '--no-listen'], { cwd: world.folder });
  await until(() => started.output().stdout.includes('pass-finished'), 60_000);
  return started;
}

describe('beside a patrol on an embedded ledger', () => {
  test('inspect, plan and show answer as ever, and say through whom', async () => {
    // Nothing can repair it, so that it stays dead whichever of the two looks first.
    await world.queue.add('parse', { invoiceId: 'inv_lost', apiKey: 'do-not-show' }, { jobId: 'inv_lost' });
    await until(async () => (await (await world.queue.getJob('inv_lost'))?.isFailed()) === true);
    const inspected = await run('inspect', '--json');
    expect(through(inspected)).toBe(true);
    expect(envelopeOf(inspected)).toMatchObject({ status: 'ok', summary: { queues: { invoices: expect.any(Number) as number } } });
    const planned = await run('plan', '--json');
    expect(envelopeOf(planned).items).toContainEqual(expect.objectContaining({ messageId: 'inv_lost', verdict: 'escalate' }));
    expect(planned.stdout).not.toContain('do-not-show');
    const shown = await run('show', 'inv_0');
    expect(shown).toMatchObject({ code: 0 });
    expect(shown.stdout).toContain('inv_0');
    expect(shown.stdout).not.toContain('do-not-show');
    expect(shown.stderr.split('\n').filter((line) => line !== '')).toHaveLength(1);
  });

  test('heal and the patrol heal together: every letter once, whoever comes first', async () => {
    const done = world.effects.size;
    await world.addDead(50, 10);
    const healed = await run('heal', '--wait', '--json');
    expect(through(healed)).toBe(true);
    expect(envelopeOf(healed)).toMatchObject({ summary: { interrupted: false, unfinished: 0 } });
    expect(world.effects.size).toBe(done + 50);
    expect([...world.effects.values()].filter((times) => times !== 1)).toEqual([]);
    await until(() => ['inv_10', 'inv_59'].every((id) => patrol.output().stdout.includes(`"${id}"`)));
  });

  test('verify, doctor, resume and errors do too', async () => {
    const [verified, examined, resumed, missing] = await Promise.all([run('verify', '--json'), run('doctor', '--json'), run('resume', 's1:0123456789abcdef0123', '--json'), run('show', 'nothing', '--json')]);
    expect(envelopeOf(verified)).toMatchObject({ status: 'ok' });
    expect(envelopeOf(examined).items).toContainEqual(expect.objectContaining({ severity: 'ok', subject: 'ledger' }));
    expect(envelopeOf(resumed).command).toBe('resume');
    expect(envelopeOf(missing).error).toMatchObject({ code: 'MENDQ_E_NOT_FOUND', hint: expect.stringContaining('mendq inspect') as string });
    expect([verified, examined, resumed, missing].map(through)).toEqual([true, true, true, true]);
  });

  test('twenty commands at once all get their answer', async () => {
    const ends = await Promise.all(Array.from({ length: 20 }, () => run('verify', '--json')));
    expect(ends.map(({ code }) => code)).toEqual(Array.from({ length: 20 }, () => 0));
    expect(ends.every(through)).toBe(true);
  });

  test('Ctrl-C of the caller ends its heal after the letters in hand, and not the patrol', async () => {
    await world.addDead(400, 100);
    const done = world.effects.size;
    const running = startCli(['heal', '--wait', '--json'], { cwd: world.folder });
    await until(() => world.effects.size > done, 60_000);
    running.child.kill('SIGINT');
    const stopped = await running.ended;
    expect(stopped.code).toBe(130);
    expect(envelopeOf(stopped)).toMatchObject({ status: 'partial', summary: { interrupted: true } });
    expect(patrol.child.exitCode).toBeNull();
    expect(envelopeOf(await run('heal', '--wait', '--json'))).toMatchObject({ summary: { unfinished: 0 } });
    expect([...world.effects.values()].filter((times) => times !== 1)).toEqual([]);
  });

  test('another configuration is named, and does not count', async () => {
    const other = await redisWorld({ embedded: true });
    const ledger = `${world.folder}/.mendq/ledger`;
    const end = await cli(['inspect', '--json', '--ledger', ledger], { cwd: other.folder });
    await other.close();
    expect(end.code).toBe(0);
    expect(end.stderr).toContain(`its configuration (${world.folder}/mendq.config.ts) differs from the one here, and its own counts`);
  });

  test('a heal whose patrol is killed goes on by itself, each letter once', async () => {
    await world.addDead(200, 600);
    const done = world.effects.size;
    const running = startCli(['heal', '--wait', '--json'], { cwd: world.folder });
    await until(() => world.effects.size > done, 60_000);
    patrol.child.kill('SIGKILL');
    const end = await running.ended;
    expect(through(end)).toBe(true);
    expect({ code: end.code, result: envelopeOf(end).summary }).toMatchObject({ code: 0, result: { unfinished: 0, interrupted: false } });
    expect(world.effects.size).toBe(done + 200);
    expect([...world.effects.values()].filter((times) => times !== 1)).toEqual([]);
    expect(await run('verify')).toMatchObject({ code: 0, stderr: '' });
  });

  test('twenty commands that find nobody there all get their answer', async () => {
    const ends = await Promise.all(Array.from({ length: 20 }, () => run('inspect', '--json')));
    expect(ends.map(({ code, stdout, stderr }) => (code === 0 ? 0 : `${code} ${stderr} ${stdout}`))).toEqual(Array.from({ length: 20 }, () => 0));
  });
});
