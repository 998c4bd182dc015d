import { dirname, resolve } from 'node:path';
import { checkConfig } from '../config/check-config.ts';
import type { LedgerHolder } from '../beside/beside.ts';
import type { MendqConfig, PatrolConfig } from '../config/config.ts';
import { loadConfig } from '../config/load-config.ts';
import { configError, isMendqError, MendqError } from '../core/errors.ts';
import { createMendq } from '../mendq.ts';
import type { CommandContext, CommandOptions, OpenedMendq } from './command.ts';

/** Loads the configuration file, lays the flags over it and makes a healer. Nothing is connected yet. */
export async function openMendq(options: CommandOptions, environment: CommandContext['environment'], directory: string, onHolder: (holder: LedgerHolder) => void): Promise<OpenedMendq> {
  const modules = { mendq: await import('../index.ts'), 'mendq/bullmq': await import('../queues/bullmq/index.ts'), 'mendq/testing': await import('../testing/index.ts') };
  const { path, config: content } = await loadConfig({ directory, modules, ...(options.config === undefined ? {} : { file: options.config }) });
  try {
    checkConfig(content);
    const config = withFlags(content, options, environment, directory);
    return { mendq: createMendq(config, { directory: dirname(path), configFile: path, onHolder }), config, path };
  } catch (error) {
    throw isMendqError(error) ? inFile(path, error) : error;
  }
}

/** The flag wins over the file. A folder on the command line is meant from where the command is typed. */
function withFlags(config: MendqConfig, options: CommandOptions, environment: CommandContext['environment'], directory: string): MendqConfig {
  const { ledger } = options;
  const place = ledger === undefined || /^\w+:\/\//.test(ledger) ? ledger : resolve(directory, ledger);
  const patrol = patrolWithFlags(config.patrol ?? {}, options, environment['MENDQ_WAKE_TOKEN']);
  return { ...config, ...(place === undefined ? {} : { ledger: place }), patrol };
}

function patrolWithFlags(patrol: PatrolConfig, { every, wakeHost, wakePort }: CommandOptions, wakeToken: string | undefined): PatrolConfig {
  const given = {
    ...(wakePort === undefined ? {} : { port: wakePort }),
    ...(wakeHost === undefined ? {} : { host: wakeHost }),
    ...(wakeToken === undefined || wakeToken === '' ? {} : { token: wakeToken }),
  };
  // A token alone opens no port: it may stand in the environment of every command.
  const wanted = patrol.wake !== undefined || wakePort !== undefined || wakeHost !== undefined;
  const wake = { ...patrol.wake, ...given } as NonNullable<PatrolConfig['wake']>;
  if (wanted && wake.token === undefined) {
    throw new MendqError('MENDQ_E_USAGE', 'POST /wake needs a token', { hint: 'Set MENDQ_WAKE_TOKEN to at least 16 characters, or patrol.wake.token in the configuration.' });
  }
  return { ...patrol, ...(every === undefined ? {} : { every }), ...(wanted ? { wake } : {}) };
}

function inFile(path: string, error: MendqError): MendqError {
  return error.code === 'MENDQ_E_CONFIG' ? configError(path, error.message, error.hint ?? 'Correct the file.', error) : error;
}
