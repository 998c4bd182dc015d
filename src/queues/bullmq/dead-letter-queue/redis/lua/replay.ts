import { eachOrder } from '../../../redis/lua/each-order.ts';
import { FENCE } from '../../../redis/lua/fence.ts';
import { ACT, GUARD } from '../../../redis/lua/replay.ts';
import { COPY_FENCE, TAKE_COPY } from './copy-fence.ts';

/** Keys that every order brings, in this order. The first six are those of a plain replay. */
export const COPY_KEYS = ['job', 'record', 'dependencies', 'unsuccessful', 'deduplication', 'owner'] as const;

/** Arguments that every order brings, in this order. The first nine are those of a plain replay, of the job that still is there. */
export const COPY_ARGUMENTS = [
  'id', 'epoch', 'digest', 'unread', 'attempts', 'isRepaired', 'repaired', 'deduplicationId', 'ownerId',
  'copyId', 'copyEpoch', 'copyDigest', 'mode', 'kind', 'packed', 'data', 'options', 'attemptsBefore',
] as const;

const ADD = `
local function add_anew(keys, order)
  local adders = { standard = add_standard, prioritized = add_prioritized }
  local ran, id = pcall(adders[order.kind], setup.addKeys[order.kind], { order.packed, order.data, order.options })
  if not ran or id ~= order.id then
    redis.call('DEL', keys.job)
    for _, list in ipairs({ 'wait', 'paused' }) do redis.pcall('LREM', setup.main .. list, 0, order.id) end
    redis.pcall('ZREM', setup.main .. 'prioritized', order.id)
    return { 'script', said(id) }
  end
  if order.attemptsBefore ~= '0' then redis.call('HSET', keys.job, 'atm', order.attemptsBefore) end
  local last = redis.call('XREVRANGE', setup.events, '+', '-', 'COUNT', 1)[1]
  redis.call('SET', keys.record, setup.at .. ' ' .. (last and last[1] or '0-0'), 'EX', setup.lifetime)
  return { 'done', setup.at }
end
`;

const COPY_GUARD = `
local function copy_guard(keys, order)
  local what = copy_moved(setup.copies, order.copyId, order.copyEpoch, order.copyDigest)
  if what then
    local earlier = redis.call('GET', keys.record)
    return earlier and { 'earlier', earlier } or { 'copy', what }
  end
  local relation = copy_relation(setup.copies, order.copyId)
  if relation then return { relation } end
  if order.mode == 'add' then return redis.call('EXISTS', keys.job) == 1 and { 'again' } or nil end
  if moved(setup.failed, keys.job, order.id, order.epoch, order.digest, '0') then return { 'again' } end
  local refused = guard(keys, order)
  return refused
end

local function replay_copy(keys, order)
  local judged, refused = pcall(copy_guard, keys, order)
  if not judged then return { 'script', said(refused) } end
  if refused then return refused end
  redis.call('SET', keys.record, setup.at, 'EX', setup.lifetime)
  local taken, problem = take_copy(setup.copies, order.copyId)
  if not taken then
    redis.call('DEL', keys.record)
    return { 'script', problem }
  end
  local ran, answer = pcall(order.mode == 'add' and add_anew or replay, keys, order)
  if not ran then answer = { 'script', said(answer) } end
  if answer[1] ~= 'done' then
    put_copy_back(setup.copies, order.copyId, taken)
    redis.call('DEL', keys.record)
    return answer
  end
  local record = redis.call('GET', keys.record) .. ' ' .. (redis.call('HGET', keys.job, 'timestamp') or '')
  redis.call('SET', keys.record, record, 'EX', setup.lifetime)
  return answer
end
`;

/** bullmq's own scripts that a replay of copies is made of. */
export interface CopyReplayParts {
  readonly reprocess: string;
  readonly remove: string;
  readonly addStandard: string;
  readonly addPrioritized: string;
}

/**
 * The script that replays copies, each in one step: the copy still is the one that was read, the job it was made of
 * still is dead or still is gone; then the copy is taken out, and the job is put back as a plain replay does it, or
 * added anew by bullmq's own script. Whatever fails half way is put back, since Redis takes nothing back by itself.
 * The record is the first write, so that a server without memory refuses before anything changed.
 */
export function copyReplayScript({ reprocess, remove, addStandard, addPrioritized }: CopyReplayParts): string {
  const wrapped = (name: string, lua: string): string => `local function ${name}(KEYS, ARGV)\n${lua}\nend\n`;
  return [
    wrapped('reprocess', reprocess), wrapped('remove_job', remove), wrapped('add_standard', addStandard), wrapped('add_prioritized', addPrioritized),
    'local setup = cjson.decode(ARGV[1])\n', FENCE, GUARD, ACT, COPY_FENCE, TAKE_COPY, ADD, COPY_GUARD, eachOrder('replay_copy', 'setup.shared'),
  ].join('');
}
