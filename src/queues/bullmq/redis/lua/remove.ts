import { eachOrder } from './each-order.ts';
import { FENCE } from './fence.ts';

/** Keys that every order brings, in this order. */
export const REMOVE_KEYS = ['job', 'record', 'dependencies', 'processed', 'failed', 'unsuccessful', 'logs', 'keptLogs', 'parentDependencies', 'parentUnsuccessful'] as const;

/** Arguments that every order brings, in this order. */
export const REMOVE_ARGUMENTS = ['id', 'epoch', 'digest', 'unread', 'parent'] as const;

/**
 * The script that removes dead letters by bullmq's own removeJob, each only while it still is the one that was read.
 * The record counts only where the job is gone: a removed letter that was restored can be removed again.
 */
export function removeScript(removeJob: string): string {
  return `
local function remove_job(KEYS, ARGV)
${removeJob}
end
local setup = cjson.decode(ARGV[1])
${FENCE}
local function relation(keys, order)
  local parent = redis.call('HGET', keys.job, 'parentKey') or ''
  if parent ~= order.parent then return { 'data' } end
  if redis.call('EXISTS', keys.dependencies, keys.processed, keys.failed, keys.unsuccessful) > 0 then return { 'parent' } end
  if parent == '' then return nil end
  if redis.call('SISMEMBER', keys.parentDependencies, keys.job) == 1 then return { 'awaited' } end
  return redis.call('ZSCORE', keys.parentUnsuccessful, keys.job) and { 'blocking' } or nil
end

local function bullmq_call(order, job)
  local parameters = {}
  for index, value in ipairs(setup.parameters) do parameters[index] = value == setup.mark and order.id or value end
  return pcall(remove_job, { job, KEYS[2] }, parameters)
end

local function remove(keys, order)
  local judged, what = pcall(moved, setup.failed, keys.job, order.id, order.epoch, order.digest, order.unread)
  if not judged then return { 'script', type(what) == 'table' and what.err or tostring(what) } end
  if what then
    local earlier = redis.call('GET', keys.record)
    return earlier and { 'earlier', earlier } or { what }
  end
  local related = relation(keys, order)
  if related then return related end
  redis.call('SET', keys.record, setup.at, 'EX', setup.lifetime)
  local logged = redis.call('EXISTS', keys.logs) == 1
  if logged then redis.call('RENAME', keys.logs, keys.keptLogs) end
  local ran, code = bullmq_call(order, keys.job)
  if not ran or code ~= 1 then
    if logged then redis.call('RENAME', keys.keptLogs, keys.logs) end
    redis.call('DEL', keys.record)
    return { 'script', type(code) == 'table' and code.err or tostring(code) }
  end
  if logged then redis.call('EXPIRE', keys.keptLogs, setup.lifetime) end
  return { 'done', setup.at }
end
${eachOrder('remove', '2')}`;
}
