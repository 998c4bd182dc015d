import { assertSameMajor, originError, parseQueueVersion } from '../versions.ts';
import { commandsOf, gateFor, TURNED_AWAY } from './lua/gate.ts';
import type { RedisQueue } from './redis-queue.ts';
import { rightsError } from './rights-error.ts';
import { send } from './send.ts';

/** How often a script is sent again because another version was recorded meanwhile that is fine too. */
const VERSION_TRIES = 5;

/**
 * Runs a script that may be sent twice, behind the gate: in the same step in which it acts, the server makes sure that
 * the queue still belongs to the loaded bullmq and that this user may do everything that the script does. Rejects with
 * `MENDQ_E_BROKER_VERSION` or `MENDQ_E_BROKER_REFUSED` where not, and then nothing was changed.
 */
export async function evaluate(queue: RedisQueue, lua: string, keys: readonly string[], values: readonly (string | number | Buffer)[]): Promise<unknown> {
  const script = gated(lua);
  const meta = queue.keys.of('meta');
  for (let attempt = 1; ; attempt += 1) {
    const known = queue.recorded.version;
    const reply: unknown = await send(queue.redis, queue.place, async (redis) => redis.eval(script, keys.length + 1, ...keys, meta, ...values, known));
    const [mark, reason, detail = ''] = (Array.isArray(reply) ? reply : []) as string[];
    if (mark !== TURNED_AWAY) return reply;
    if (reason !== 'version' || attempt >= VERSION_TRIES) throw turnedAway(queue, reason, detail);
    assertSameMajor(queue.name, parseQueueVersion(detail), queue.scripts.version, queue.bullmqFrom);
    queue.recorded.version = detail;
  }
}

function turnedAway(queue: RedisQueue, reason: string | undefined, detail: string): Error {
  if (reason === 'right') return rightsError(queue.place, detail === '' ? 'keys' : { command: detail });
  return originError(queue.name, reason === 'origin' ? detail : 'changing');
}

const gates = new Map<string, string>();

/** Scripts are few and the same all the time: the texts of bullmq's, and of mendq's around them. */
function gated(lua: string): string {
  const known = gates.get(lua);
  if (known !== undefined) return known;
  const script = `${gateFor(commandsOf(lua))}${lua}`;
  gates.set(lua, script);
  return script;
}
