/** First part of the reply of a script that was not let through, before which, why and what. */
export const TURNED_AWAY = '\0mendq';

/**
 * Lua that stands before every script of mendq and changes nothing. The last key is the queue's `meta`, the last
 * argument the version that it is known to hold; both are taken away, so that the script sees its own only.
 *
 * - `right`: the user may not run a command that the script needs, or not on these keys. Asked before anything is
 *   written, because a script that is stopped half way would leave a job nowhere. Servers before Redis 7 can't be asked.
 * - `version`: another version is recorded than the one that is known.
 * - `origin`: nobody recorded a version, and what is there was written by Bull (`bull`) or by an early BullMQ (`early`).
 *   BullMQ keeps the length of its event stream in `meta` and writes an event with each job, and since release 5 jobs
 *   that ran have the field `ats`. A Bull that is paused writes into `meta`, too.
 */
export function gateFor(commands: readonly string[]): string {
  return `
do
  local away = '\\0mendq'
  local meta, known = table.remove(KEYS), table.remove(ARGV)
  local base = string.sub(meta, 1, -5)
  if redis.acl_check_cmd then
    for command in string.gmatch('${commands.join(' ')}', '%S+') do
      if not redis.acl_check_cmd(command, meta, meta, meta) then
        return { away, 'right', redis.acl_check_cmd(command) and '' or command }
      end
    end
  end
  local recorded = redis.call('HGET', meta, 'version') or ''
  if recorded ~= known then return { away, 'version', recorded } end

  local function is_before_five(set)
    local id = redis.call('ZREVRANGE', base .. set, 0, 0)[1]
    local parts = id and redis.call('HMGET', base .. id, 'attemptsMade', 'ats')
    return parts and parts[1] and not parts[2]
  end
  if recorded == '' then
    local is_bullmq = redis.call('HEXISTS', meta, 'opts.maxLenEvents') == 1
      or redis.call('EXISTS', base .. 'events', base .. 'marker', base .. 'prioritized', base .. 'pc') > 0
    if is_before_five('failed') or is_before_five('completed') then return { away, 'origin', is_bullmq and 'early' or 'bull' } end
    local traces = redis.call('EXISTS', base .. 'id', base .. 'wait', base .. 'active', base .. 'delayed', base .. 'paused',
      base .. 'completed', base .. 'failed', base .. 'priority', base .. 'meta-paused')
    if traces > 0 and not is_bullmq then return { away, 'origin', 'bull' } end
  end
end
`;
}

/** Commands that the gate itself runs. */
const OF_THE_GATE = ['exists', 'hexists', 'hget', 'hmget', 'zrevrange'] as const;

/** Commands that a script calls, in lower case. Where it calls what a variable holds, that is one of BullMQ's two pushes. */
export function commandsOf(lua: string): readonly string[] {
  const named = [...lua.matchAll(/\b(?:redis\.p?|r)call\(\s*["'](\w+)["']/g)].map(([, name = '']) => name.toLowerCase());
  const pushes = /\b(?:redis\.p?|r)call\(\s*[A-Za-z_]/.test(lua) ? ['lpush', 'rpush'] : [];
  return [...new Set([...OF_THE_GATE, ...named, ...pushes])].toSorted();
}
