import { eachOrder } from './each-order.ts';
import { FENCE } from './fence.ts';

/** Keys that every order brings, in this order. Those that an order has no use for repeat the job's key. */
export const KEYS_PER_ORDER = ['job', 'record', 'dependencies', 'unsuccessful', 'deduplication', 'owner'] as const;

/** Arguments that every order brings, in this order. */
export const ARGUMENTS_PER_ORDER = [
  'id', 'epoch', 'digest', 'unread', 'attempts', 'isRepaired', 'repaired', 'deduplicationId', 'ownerId',
] as const;

/** Lua: `guard(keys, order)` gives what is in the way of a replay, else nil and the job's options. Needs `setup` and the fence. */
export const GUARD = `
local function is_truthy(value)
  return value ~= nil and value ~= cjson.null and value ~= false and value ~= 0 and value ~= ''
end

local function has_live_owner(keys, order)
  local owner = redis.call('GET', keys.deduplication)
  if (owner or '') ~= order.ownerId then return nil end
  if not owner or owner == order.id then return false end
  return redis.call('EXISTS', keys.owner) == 1 and not redis.call('HGET', keys.owner, 'finishedOn')
end

local function refusal(keys, order, options)
  local id = redis.call('HGET', keys.job, 'deid')
  if id and id ~= '' then
    if order.deduplicationId ~= id then return { 'deduplication', id } end
    local owned = has_live_owner(keys, order)
    if owned == nil then return { 'deduplication', id } end
    if owned then return { 'owned', order.ownerId } end
  end
  if redis.call('SCARD', keys.dependencies) > 0 or redis.call('ZCARD', keys.unsuccessful) > 0 then return { 'children' } end
  local priority = tonumber(redis.call('HGET', keys.job, 'priority')) or 0
  if priority ~= 0 and not setup.keepsPriority then return { 'priority' } end
  if type(options) ~= 'table' then return { 'options' } end
  return nil
end

local function guard(keys, order)
  local what = moved(setup.failed, keys.job, order.id, order.epoch, order.digest, order.unread)
  if what then
    local earlier = redis.call('GET', keys.record)
    return earlier and { 'earlier', earlier } or { what }
  end
  local readable, options = pcall(cjson.decode, redis.call('HGET', keys.job, 'opts') or '{}')
  return refusal(keys, order, readable and options), options
end
`;

/** Lua: `replay(keys, order)` replays one letter and gives its answer. Needs `guard` and bullmq's script as `reprocess`. */
export const ACT = `
local CHANGED = { 'finishedOn', 'processedOn', 'failedReason', 'atm', 'data' }

local function bullmq_call(order, job, options)
  local keys, parameters = {}, {}
  for index, key in ipairs(setup.keys) do keys[index] = index == 1 and job or KEYS[index] end
  local kind = (is_truthy(options.lifo) and 'lifo' or 'fifo') .. (order.attempts == 'full' and 'Reset' or '')
  for index, value in ipairs(setup.parameters[kind]) do
    parameters[index] = value == setup.mark and order.id or value
  end
  return pcall(reprocess, keys, parameters)
end

local function put_back(keys, order, score, before)
  for index = 2, #setup.keys do
    local kind = redis.call('TYPE', KEYS[index]).ok
    if kind == 'list' then redis.call('LREM', KEYS[index], 0, order.id) end
    if kind == 'zset' then redis.call('ZREM', KEYS[index], order.id) end
  end
  for index, name in ipairs(CHANGED) do
    if before[index] then redis.call('HSET', keys.job, name, before[index]) else redis.call('HDEL', keys.job, name) end
  end
  redis.call('ZADD', setup.failed, score, order.id)
  redis.call('DEL', keys.record)
end

local function replay(keys, order)
  local judged, refused, options = pcall(guard, keys, order)
  if not judged then return { 'script', type(refused) == 'table' and refused.err or tostring(refused) } end
  if refused then return refused end

  local score = redis.call('ZSCORE', setup.failed, order.id)
  local before = redis.call('HMGET', keys.job, unpack(CHANGED))
  redis.call('SET', keys.record, setup.at, 'EX', setup.lifetime)
  if order.isRepaired == '1' then redis.call('HSET', keys.job, 'data', order.repaired) end
  if order.attempts == 'single' then
    local made, most = tonumber(before[4]) or 0, math.min(tonumber(options.attempts) or 1, 2147483647)
    redis.call('HSET', keys.job, 'atm', string.format('%d', math.max(made, most - 1)))
  end
  local ran, code = bullmq_call(order, keys.job, options)
  if not ran or code ~= 1 then
    put_back(keys, order, score, before)
    return { 'script', type(code) == 'table' and code.err or tostring(code) }
  end
  local last = redis.call('XREVRANGE', setup.events, '+', '-', 'COUNT', 1)[1]
  redis.call('SET', keys.record, setup.at .. ' ' .. (last and last[1] or '0-0'), 'EX', setup.lifetime)
  return { 'done', setup.at }
end
`;

/**
 * The script that replays many letters, each in one step: guard, record, new data, attempts, bullmq's own reprocessJob.
 * bullmq's text becomes a function with its own KEYS and ARGV, so that it runs unchanged. The record is the first
 * write, so that a server without memory refuses before anything changed, and it counts only where the job has left: a
 * letter that was brought back can be replayed again; a job that bullmq's script fails on half way
 * (a key of a foreign type) is put back as it was, since Redis takes nothing back by itself.
 */
export function replayScript(reprocess: string): string {
  return `
local function reprocess(KEYS, ARGV)
${reprocess}
end
local setup = cjson.decode(ARGV[1])
${FENCE}${GUARD}${ACT}${eachOrder('replay', '#setup.keys')}`;
}
