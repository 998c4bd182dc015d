import { configError } from '../core/errors.ts';
import { DEFAULT_POLICY, type Policy } from '../core/policy.ts';
import { checkAdvice } from './check-advice.ts';
import { checkRedact } from './check-redact.ts';
import type { MendqConfig } from './config.ts';

const KEYS: ReadonlySet<string> = new Set(['queues', 'ledger', 'archive', 'errors', 'policy', 'patrol', 'redact', 'model', 'advice']);
const MEANINGS: ReadonlySet<unknown> = new Set(['transient', 'hopeless', 'defect']);
const MINIMUM_TOKEN = 16;

/** Checks a configuration that may come from plain JavaScript. Throws `MENDQ_E_CONFIG` that names the place and the remedy. */
export function checkConfig(config: unknown): asserts config is MendqConfig {
  if (!isRecord(config)) throw configError('configuration', 'it is not an object', 'Export defineConfig({ queues: [ … ] }) as the default of mendq.config.ts.');
  for (const key of Object.keys(config)) {
    if (!KEYS.has(key)) throw configError(key, 'there is no such setting', `Known settings: ${[...KEYS].join(', ')}.`);
  }
  checkQueues(config['queues']);
  checkLedger(config['ledger']);
  checkErrors(config['errors']);
  checkPolicy(config['policy']);
  checkPatrol(config['patrol']);
  checkRedact(config['redact']);
  checkAdvice(config['model'], config['advice']);
}

function checkQueues(queues: unknown): void {
  if (!Array.isArray(queues) || queues.length === 0) {
    throw configError('queues', 'there is none', "Name at least one: queues: [bullmq('my-queue', { connection: { host: 'localhost' } })].");
  }
  const names = new Set<string>();
  for (const [index, queue] of queues.entries()) {
    const where = `queues[${index}]`;
    if (!isRecord(queue) || typeof queue['name'] !== 'string' || typeof queue['open'] !== 'function' || !isRecord(queue['jobs'])) {
      throw configError(where, 'it is not a queue', "Use a queue function, for example bullmq('my-queue', { … }) from 'mendq/bullmq'.");
    }
    if (names.has(queue['name'])) throw configError(where, `the queue ${queue['name']} is named twice`, 'Name each queue once.');
    names.add(queue['name']);
  }
}

function checkLedger(ledger: unknown): void {
  if (ledger !== undefined && (typeof ledger !== 'string' || ledger === '')) {
    throw configError('ledger', 'it is not a text', 'Give a postgres:// URL or a folder, or leave it out for .mendq.');
  }
}

/** Checks the application's own error names. Throws `MENDQ_E_CONFIG`. */
export function checkErrors(errors: unknown): void {
  if (errors === undefined) return;
  if (!isRecord(errors)) throw configError('errors', 'it is not an object', "Write errors: { EmptyFileError: 'hopeless' }.");
  for (const [name, meaning] of Object.entries(errors)) {
    if (!MEANINGS.has(meaning)) throw configError(`errors.${name}`, `${JSON.stringify(meaning)} is no meaning`, `Use one of: ${[...MEANINGS].join(', ')}.`);
  }
}

function checkPolicy(policy: unknown): void {
  if (policy === undefined) return;
  if (!isRecord(policy)) throw configError('policy', 'it is not an object', 'Write policy: { rounds: 3 }.');
  for (const [key, value] of Object.entries(policy)) {
    const standard: unknown = Object.hasOwn(DEFAULT_POLICY, key) && key !== 'errors' ? DEFAULT_POLICY[key as keyof Policy] : undefined;
    if (standard === undefined) throw configError(`policy.${key}`, 'there is no such setting', `Known: ${Object.keys(DEFAULT_POLICY).filter((name) => name !== 'errors').join(', ')}.`);
    if (key === 'retention') checkRetention(value);
    else checkNumbers(`policy.${key}`, value, standard);
  }
}

function checkRetention(retention: unknown): void {
  if (!isRecord(retention)) throw configError('policy.retention', 'it is not an object', 'Write retention: { payloads: 90 * 24 * 60 * 60_000 }.');
  for (const [key, value] of Object.entries(retention)) {
    const where = `policy.retention.${key}`;
    if (!Object.hasOwn(DEFAULT_POLICY.retention, key)) throw configError(where, 'there is no such setting', `Known: ${Object.keys(DEFAULT_POLICY.retention).join(', ')}.`);
    if (value !== undefined && !isPositive(value)) throw configError(where, `${JSON.stringify(value)} is not a number above 0`, 'Give milliseconds, or undefined to keep for ever.');
  }
}

function checkNumbers(where: string, value: unknown, standard: unknown): void {
  if (Array.isArray(standard)) {
    if (!Array.isArray(value) || !value.every(isPositive)) throw configError(where, 'it is not a list of numbers above 0', `Write for example [${standard.join(', ')}].`);
  } else if (isRecord(standard)) {
    if (!isRecord(value)) throw configError(where, 'it is not an object', `Write ${JSON.stringify(standard)}.`);
    for (const key of Object.keys(standard)) if (!isPositive(value[key])) throw configError(`${where}.${key}`, 'it is not a number above 0', `The default is ${String(standard[key])}.`);
  } else if (!isPositive(value)) {
    throw configError(where, `${JSON.stringify(value)} is not a number above 0`, `The default is ${String(standard)}; durations are milliseconds.`);
  }
}

function checkPatrol(patrol: unknown): void {
  if (patrol === undefined) return;
  if (!isRecord(patrol)) throw configError('patrol', 'it is not an object', 'Write patrol: { every: 30 * 60_000 }.');
  const { every, wake } = patrol;
  if (every !== undefined && !(isPositive(every) && every >= 1000)) {
    throw configError('patrol.every', `${JSON.stringify(every)} is not a time of at least 1000 ms`, 'Give milliseconds; 30 minutes are 1_800_000.');
  }
  if (wake === undefined) return;
  if (!isRecord(wake) || !Number.isInteger(wake['port'])) throw configError('patrol.wake.port', 'it is not a port', 'Write wake: { port: 7878, token: process.env.MENDQ_TOKEN }.');
  if (typeof wake['token'] !== 'string' || wake['token'].length < MINIMUM_TOKEN) {
    throw configError('patrol.wake.token', `it has fewer than ${MINIMUM_TOKEN} characters`, 'Make one with: openssl rand -hex 24');
  }
}

function isPositive(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
