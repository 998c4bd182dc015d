import { messageOf } from '../../../core/errors.ts';

/** A script as bullmq registers it, and the keys and arguments it was called with. */
export interface ScriptCall {
  readonly lua: string;
  readonly keys: readonly string[];
  readonly parameters: readonly string[];
  /** The same arguments as they were given: BullMQ packs some of them into bytes, which as text would be others. */
  readonly values: readonly (string | Buffer)[];
}

/** Calls a method of bullmq's own backend on a queue, without a connection, and gives the one script call it makes. */
export type CaptureCall = (method: readonly string[], ...values: unknown[]) => Promise<ScriptCall>;

type Method = (this: unknown, ...values: unknown[]) => unknown;
type Constructor = (new (...values: unknown[]) => object) & { readonly prototype: Readonly<Record<string, Method>> };
interface RegisteredScript {
  readonly lua: string;
  readonly numberOfKeys: number;
}

/** What a bullmq package told about itself. */
export interface CapturedBullmq {
  readonly version: string;
  readonly capture: CaptureCall;
}

/**
 * Takes version, scripts and calls from the package in memory, so that no order of keys is copied here and a patched
 * bullmq is used as it is patched. Throws a plain error where the package is not built as expected.
 */
export function captureBullmq(exports: Readonly<Record<string, unknown>>, queue: string, prefix: string): CapturedBullmq {
  const Backend = constructorOf(exports, 'RedisQueueBackend', 'Scripts');
  const names = Reflect.construct(constructorOf(exports, 'QueueKeys'), [prefix]) as { getKeys: Method; toKey: Method };
  const keys = names.getKeys(queue);
  const toKey = (type: string): unknown => names.toKey(queue, type);
  const version = versionOf(Backend, keys);
  const scripts = registeredScripts(exports, version);
  return {
    version,
    capture: async (methods, ...values) => {
      const calls: { name: string; list: readonly unknown[] }[] = [];
      const backend: object = Object.assign(Object.create(Backend.prototype), {
        queue: { keys, toKey, client: Promise.resolve({}), opts: {} },
        execCommand: (_: unknown, name: string, list: readonly unknown[]) => (calls.push({ name, list }), 1),
      });
      const method = methods.map((name) => Backend.prototype[name]).find((found) => typeof found === 'function');
      if (method === undefined) throw new Error(`it has no ${methods.join(' or ')}`);
      await method.apply(backend, values);
      return toCall(calls, scripts);
    },
  };
}

function toCall(calls: readonly { name: string; list: readonly unknown[] }[], scripts: ReadonlyMap<string, RegisteredScript>): ScriptCall {
  const [call, ...more] = calls;
  const script = call === undefined ? undefined : scripts.get(call.name);
  if (call === undefined || more.length > 0 || script === undefined) throw new Error('it does not run one known script');
  const list = call.list.map(String);
  const values = call.list.slice(script.numberOfKeys).map((value) => (value instanceof Uint8Array ? Buffer.from(value) : String(value)));
  return { lua: script.lua, keys: list.slice(0, script.numberOfKeys), parameters: list.slice(script.numberOfKeys), values };
}

function constructorOf(exports: Readonly<Record<string, unknown>>, ...names: readonly string[]): Constructor {
  const found = names.map((name) => exports[name]).find((value) => typeof value === 'function');
  if (found === undefined) throw new Error(`it exports no ${names.join(' or ')}`);
  return found as Constructor;
}

function versionOf(Backend: Constructor, keys: unknown): string {
  // Release 6 takes (connection, name, keys, ...), release 5 takes a queue with keys; neither touches a connection here.
  for (const values of [[{ keys, opts: {} }], [{}, 'queue', keys, () => '', {}, undefined, false]]) {
    try {
      const { version } = Reflect.construct(Backend, values) as { version?: unknown };
      if (typeof version === 'string') return version;
    } catch {
      continue;
    }
  }
  throw new Error('it does not tell its version');
}

function registeredScripts(exports: Readonly<Record<string, unknown>>, version: string): ReadonlyMap<string, RegisteredScript> {
  const scripts = new Map<string, RegisteredScript>();
  const client = { defineCommand: (name: string, script: RegisteredScript) => scripts.set(name.split(':', 1)[0] ?? name, script) };
  const load = constructorOf(exports, 'RedisConnection').prototype['loadCommands'];
  if (typeof load !== 'function') throw new Error('its RedisConnection has no loadCommands');
  try {
    load.call({ _client: client, packageVersion: version }, version);
  } catch (error) {
    throw new Error(`its scripts can't be read: ${messageOf(error)}`, { cause: error });
  }
  return scripts;
}
