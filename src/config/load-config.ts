import { stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { configError } from '../core/errors.ts';
import { fileProblem } from './file-problem.ts';

/** The file's name and its endings, in the order in which they are looked for. */
const NAME = 'mendq.config';
const ENDINGS: readonly string[] = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json'];

const EXAMPLE = `import { defineConfig } from 'mendq';
import { bullmq } from 'mendq/bullmq';

export default defineConfig({
  queues: [bullmq('my-queue', { connection: { host: 'localhost', port: 6379 } })],
});`;

/** Where to look, and what the file may import without installing it. */
export interface LoadOptions {
  /** The working directory, absolute. */
  readonly directory: string;
  /** The file, where one is named. */
  readonly file?: string;
  /** Modules by name that are already in memory: mendq itself, so that it is not loaded a second time. */
  readonly modules: Readonly<Record<string, unknown>>;
}

/** A configuration file after it was loaded; its content is not checked yet. */
export interface LoadedConfig {
  /** Absolute. */
  readonly path: string;
  readonly config: unknown;
}

/**
 * Loads a configuration file: TypeScript with the paths of its tsconfig, JavaScript or JSON. Nothing is fetched, and no
 * other file is merged in. Rejects with `MENDQ_E_CONFIG` that names file and line, or the places where none was found.
 */
export async function loadConfig({ directory, file, modules }: LoadOptions): Promise<LoadedConfig> {
  const path = file === undefined ? await findFile(directory) : await namedFile(directory, file);
  const { loadConfig: load } = await import('c12');
  try {
    const { config } = await load<Record<string, unknown>>({
      cwd: dirname(path),
      configFile: basename(path),
      configFileRequired: true,
      rcFile: false,
      globalRc: false,
      giget: false,
      extend: false,
      envName: false,
      // The value itself, not a merged copy: it holds connections and functions of the user's.
      merger: (...sources) => sources.find((source) => source !== null && source !== undefined) ?? {},
      jitiOptions: { tsconfigPaths: true, virtualModules: { ...modules } },
    });
    return { path, config };
  } catch (error) {
    throw fileProblem(path, error);
  }
}

async function namedFile(directory: string, file: string): Promise<string> {
  const path = resolve(directory, file);
  if (await isFile(path)) return path;
  throw configError(path, 'there is no such file', 'Check the path that --config or MENDQ_CONFIG names.');
}

async function findFile(directory: string): Promise<string> {
  for (const ending of ENDINGS) {
    const path = join(directory, `${NAME}${ending}`);
    if (await isFile(path)) return path;
  }
  throw configError(
    directory,
    `there is no configuration file here (looked for ${NAME} with ${ENDINGS.join(', ')})`,
    `Go to the folder that has one, name it with --config FILE, or write ${NAME}.ts:\n\n${EXAMPLE}\n\nTo see mendq at work without any: mendq demo`,
  );
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then((found) => found.isFile(), () => false);
}
