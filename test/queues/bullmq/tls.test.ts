import { chown, mkdtemp, readFile, rm, stat, chmod } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { runMigrations } from 'bullmq';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../../../scripts/house/postgres.mjs';
import { bullmq, type BullmqRedisOptions } from '../../../src/queues/bullmq/index.ts';
import { allLetters, body, onlyLetter, replayOrder } from '../../conformance/queue-suite.ts';
import { environment, freshName } from './bullmq-fixture.ts';
import { postgresFixture } from './postgres-fixture.ts';
import { NEEDED_COMMANDS } from '../../../src/queues/bullmq/redis/needed-commands.ts';
import { makeCertificate } from './servers/certificate.ts';
import { queueOn } from './servers/queue-on.ts';
import { tlsRedis, type TlsRedis } from './servers/tls-redis.ts';

describe('Redis over TLS', () => {
  let server: TlsRedis;
  beforeAll(async () => void (server = await tlsRedis()));
  afterAll(async () => server.stop());
  const opening = async (connection: BullmqRedisOptions['connection']): Promise<unknown> => bullmq(freshName(), { connection }).open(environment());
  const trusted = (): { readonly host: string; readonly port: number; readonly tls: { readonly ca: string } } => ({ host: server.host, port: server.port, tls: { ca: server.certificate } });

  test('heals three hundred letters as a user who may do just what is needed', async () => {
    const admin = new Redis({ ...trusted(), maxRetriesPerRequest: null });
    await admin.call('ACL', 'SETUSER', 'mendq', 'on', '>secret', '~bull:*', ...NEEDED_COMMANDS.map((name) => `+${name}`));
    const on = await queueOn({ connect: () => new Redis({ ...trusted(), maxRetriesPerRequest: null }), connection: { ...trusted(), username: 'mendq', password: 'secret' }, prefix: 'bull' });
    for (let index = 0; index < 300; index += 1) await on.die(`job-${index}`, { amount: String(index) });
    const orders = (await allLetters(on.adapter, 100)).map((letter, index) => replayOrder(letter, `r-${letter.messageId}`, { repaired: body({ amount: index }) }));
    expect(orders).toHaveLength(300);
    expect((await on.adapter.replay(orders)).filter((receipt) => receipt.kind === 'done' && !receipt.earlier)).toHaveLength(300);
    expect((await on.adapter.replay(orders)).filter((receipt) => receipt.kind === 'done' && receipt.earlier)).toHaveLength(300);
    for (let index = 0; index < 300; index += 1) expect(await on.run('complete')).toMatchObject({ payload: { amount: index } });
    await on.close();
    admin.disconnect();
  }, 60_000);

  test('takes a rediss URL in options', async () => {
    const adapter = await bullmq(freshName(), { connection: { url: `rediss://localhost:${server.port}`, tls: { ca: server.certificate } } }).open(environment());
    expect(await adapter.read()).toEqual({ letters: [] });
    await adapter.close();
  });

  test('refuses a certificate that nobody vouches for, and a line without TLS', async () => {
    await expect(opening(`rediss://me:secret@127.0.0.1:${server.port}`)).rejects.toMatchObject({
      code: 'MENDQ_E_BROKER_UNREACHABLE', message: expect.stringMatching(/rediss:\/\/me:\*\*\*@.*self-signed certificate/), hint: expect.stringContaining('TLS'),
    });
    await expect(opening({ host: server.host, port: server.port })).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_UNREACHABLE' });
  }, 20_000);
});

describe('PostgreSQL over TLS', () => {
  let folder: string;
  let server: Awaited<ReturnType<typeof startPostgres>>;
  let certificate: string;
  let url: URL;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'mendq-postgres-'));
    await chmod(folder, 0o711);
    server = await startPostgres(folder);
    url = new URL(server.url);
    const made = await makeCertificate(join(folder, 'postgres', 'data'));
    certificate = await readFile(made.certificate, 'utf8');
    const { uid, gid } = await stat(join(folder, 'postgres', 'data'));
    for (const file of [made.key, made.certificate]) {
      await chown(file, uid, gid);
      await chmod(file, 0o600);
    }
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    for (const setting of [`ssl_cert_file = '${made.certificate}'`, `ssl_key_file = '${made.key}'`, 'ssl = on']) await client.query(`ALTER SYSTEM SET ${setting}`);
    await client.query('SELECT pg_reload_conf()');
    await runMigrations(client);
    await client.end();
  }, 60_000);
  afterAll(async () => {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  test('heals over it', async () => {
    const pool = new pg.Pool({ connectionString: server.url, options: '-c search_path=bullmq' });
    const ssl = { ca: certificate };
    const on = await postgresFixture({ pool, stop: async () => undefined }, { postgres: { host: '127.0.0.1', port: Number(url.port), user: 'mendq', database: 'postgres', schema: 'bullmq', ssl } });
    await on.die('one', {});
    expect(await on.adapter.replay([replayOrder(await onlyLetter(on.adapter), 'r1')])).toMatchObject([{ kind: 'done' }]);
    const { rows } = await pool.query('SELECT count(*)::int AS lines FROM pg_stat_ssl WHERE ssl');
    expect(rows[0]?.['lines']).toBeGreaterThan(0);
    await on.close();
    await pool.end();
  });

  test('refuses a certificate that nobody vouches for', async () => {
    await expect(bullmq('q', { postgres: { connectionString: server.url, ssl: true } }).open(environment())).rejects.toMatchObject({ code: 'MENDQ_E_BROKER_UNREACHABLE', message: expect.stringContaining('self-signed certificate') });
  });
});
