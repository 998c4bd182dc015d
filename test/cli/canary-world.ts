import { Queue, Worker, type Job } from 'bullmq';
import { Redis } from 'ioredis';

import { freshDatabase, freshPrefix, redisUrl } from '../services.ts';
import { temporaryFolder, until } from './run-cli.ts';

/** Every text that stands at a redacted place holds this word; nothing else does. */
const MARK = /zebra/i;

/** The number that stands at a redacted place. */
const NUMBER = 7_391_846_520;

/** The marks that a text still shows, with what is around them. */
export function marksIn(text: string): readonly string[] {
  return [...text.matchAll(new RegExp(`.{0,60}(?:${MARK.source}|${NUMBER}).{0,60}`, 'gi'))].map(([found]) => found);
}

/** A payload with a mark at every kind of redacted place. */
export function markedPayload(more: object = {}): object {
  return {
    id: 'order-1',
    password: 'zebra"key" \\ 1',
    'Code-Name': "it's zebracode\nof two lines, zebraline",
    pin: NUMBER,
    customer: { email: 'zebrapointer@example.com', 'zebrakeyed@example.com': true, name: { first: 'Zebrafirst Quist' } },
    items: [{ recipient: 'zebralist-77', quantity: 1 }, { recipient: ['zebrasecond'] }],
    nested: JSON.stringify({ token: 'zebranested', inner: JSON.stringify({ secret: 'zebrainner "quoted"' }) }),
    tax: true,
    ...more,
  };
}

/** The kinds of letters: what their worker throws, which quotes the whole payload in its own way. */
const ERRORS: Readonly<Record<string, (said: string, values: readonly string[]) => Error>> = {
  repair: (said) => new TypeError(`tax must be a boolean in ${said}`),
  issue: (said) => Object.assign(new Error(JSON.stringify([{ code: 'invalid_type', path: ['tax'], message: `Expected boolean, received ${said}` }], null, 2)), { name: 'ZodError' }),
  validator: (said) => new Error(`no idea: ${said}`),
  hook: (said) => Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:9 for ${said}`), { code: 'ECONNREFUSED' }),
  many: (said) => Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:9 for ${said}`), { code: 'ECONNREFUSED' }),
  key: (said) => Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:9 for ${said}`), { code: 'ECONNREFUSED' }),
  twin: (said) => Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:9 for ${said}`), { code: 'ECONNREFUSED' }),
  attack: (_said, values) => new Error(`no such file: ${values.join(', ')}`),
  sent: (said) => Object.assign(new Error(`connect ECONNREFUSED 127.0.0.1:9 for ${said}`), { code: 'ECONNREFUSED' }),
  pg: (said, values) => Object.assign(new Error(`duplicate key value violates unique constraint "orders_email_key"\nKey (email)=(${values.join(')=(')}) already exists.`), { code: '23505', detail: said }),
  axios: (said, values) => Object.assign(new Error(`Request failed with status code 422: POST https://example.com/?${values.map(encodeURIComponent).join('&')}`), { name: 'AxiosError', code: 'ERR_BAD_REQUEST', config: { data: said } }),
  cut: (said, values) => new SyntaxError(`Unexpected token 'z', "${(values[0] ?? '').slice(0, 12)}"... is not valid JSON; see ${said.slice(0, 40)}…`),
};

/** A queue with one dead job of each kind, and a folder with a configuration that redacts. */
export interface CanaryWorld {
  readonly folder: string;
  readonly database: string;
  readonly queue: Queue;
  /** Ids of the jobs whose payload is marked. */
  readonly marked: readonly string[];
  /** Lets the worker do the work of everything that passes. */
  startWork(): void;
  close(): Promise<void>;
}

/** Makes the world; the jobs' ids are their kinds. */
export async function canaryWorld(): Promise<CanaryWorld> {
  const prefix = freshPrefix();
  const database = await freshDatabase();
  const folder = temporaryFolder({ 'mendq.config.ts': configText(prefix, database.url) });
  const connection = new Redis(redisUrl(), { maxRetriesPerRequest: null });
  const queue = new Queue('canaries', { connection, prefix });
  let working = false;
  const worker = new Worker('canaries', async (job: Job) => work(job, working), { connection, prefix });
  const jobs = Object.keys(ERRORS).flatMap((kind) => (kind === 'twin' ? ['twin', 'twin-2'] : [kind]));
  await queue.addBulk(jobs.map((id) => ({ name: id.replace(/-\d$/, ''), data: markedPayload(changesOf(id)), opts: { jobId: id, attempts: 2 } })));
  await queue.add('repair', {}, { jobId: 'broken' });
  await until(async () => (await queue.getFailedCount()) === jobs.length + 1);
  await connection.hset(`${prefix}:canaries:broken`, { data: '{"password":"zebrabroken","customer":{"email":"zebra', failedReason: 'Unexpected end of "zebrabroken"' });
  return {
    folder: folder.path,
    database: database.url,
    queue,
    marked: jobs,
    startWork: () => {
      working = true;
    },
    close: async () => {
      await worker.close();
      await queue.obliterate({ force: true });
      await queue.close();
      connection.disconnect();
      await database.drop();
      folder.drop();
    },
  };
}

function changesOf(kind: string): object {
  if (kind === 'repair') return { tax: 'TRUE' };
  if (kind === 'issue') return { tax: 'perhaps' };
  return kind === 'attack' ? { path: '../../../../etc/passwd' } : {};
}

async function work({ name, data }: Job, working: boolean): Promise<void> {
  if (working && name === 'repair' && typeof (data as { tax?: unknown }).tax === 'boolean') return;
  throw ERRORS[name]?.(JSON.stringify(data), leavesOf(data)) ?? new Error(`no such kind: ${name}`);
}

function leavesOf(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([key, child]) => [...(MARK.test(key) ? [key] : []), ...leavesOf(child)]);
  return MARK.test(String(value)) || value === NUMBER ? [String(value)] : [];
}

function configText(prefix: string, ledger: string): string {
  return `import { defineConfig } from 'mendq';
import { bullmq } from 'mendq/bullmq';

const leaves = (value) => typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value)];
const said = (job) => [JSON.stringify(job), ...leaves(job)].join(' | ');
const standard = (validate) => ({ '~standard': { version: 1, vendor: 'canary', validate } });
const accepts = standard((value) => ({ value }));
const schema = { type: 'object', properties: { id: { type: 'string' }, tax: { type: 'boolean' }, path: { type: 'string', pattern: '^[a-z]+$' } }, required: ['id', 'tax'] };
const redact = ['/items/[*]/recipient'];
const source = (job) => ({ kind: 'tenant', value: job.customer.email });
const no = () => false;
const fail = (job) => { throw new Error('the query failed for ' + said(job)); };

export default defineConfig({
  ledger: ${JSON.stringify(ledger)},
  redact: { keys: ['codename'], pointers: ['/customer'] },
  policy: { backoff: { base: 1, factor: 1, cap: 1 }, canary: [100] },
  queues: [
    bullmq('canaries', {
      connection: ${JSON.stringify(redisUrl())},
      prefix: '${prefix}',
      jobs: {
        repair: { schema, redact, effects: 'none', fulfilled: no },
        issue: { redact, effects: 'none', schema: standard((value) => ({ issues: [{ message: 'not ' + said(value), path: ['tax'] }] })) },
        validator: { redact, schema: standard(fail), subject: fail },
        hook: { schema: accepts, redact, effects: 'database', fulfilled: fail },
        many: { schema: accepts, redact, effects: 'database', fulfilledMany: (jobs) => fail(jobs) },
        key: { schema: accepts, redact, effects: 'none', fulfilled: no, idempotencyKey: fail },
        twin: { schema: accepts, redact, effects: 'none', fulfilled: no, idempotencyKey: (job) => job.customer.email },
        attack: { schema, redact, effects: 'none', source },
        sent: { schema: accepts, redact, effects: 'none', fulfilled: no, source },
        pg: { schema: accepts, redact, effects: 'none', fulfilled: no, subject: () => 'subject-9' },
        '*': { schema: accepts, redact, effects: 'none', fulfilled: no },
      },
    }),
  ],
});
`;
}
