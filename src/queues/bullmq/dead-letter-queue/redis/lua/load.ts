import { COPY_FENCE } from './copy-fence.ts';

/** Ids of all copies that no worker has taken, as one picture of the queue. KEYS: meta. ARGV: the keys' base. */
export const IDS_SCRIPT = `
local ids, seen = {}, {}
local function collect(found)
  if type(found) ~= 'table' or found.err then return end
  for _, id in ipairs(found) do
    if not seen[id] then
      seen[id] = true
      ids[#ids + 1] = id
    end
  end
end
for _, list in ipairs({ 'wait', 'paused' }) do collect(redis.pcall('LRANGE', ARGV[1] .. list, 0, -1)) end
for _, set in ipairs({ 'prioritized', 'delayed', 'failed' }) do collect(redis.pcall('ZRANGE', ARGV[1] .. set, 0, -1)) end
return ids
`;

/**
 * Loads copies whole, each with its state in the same moment. KEYS: meta. ARGV: base, longest data, room in bytes, then
 * ids. Answers state, score, size and hash, nil where there is no such copy; stops when the room is used up, and a copy
 * with too long data comes without it.
 */
export const LOAD_SCRIPT = `
${COPY_FENCE}
local base, longest, room = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])

local function without_data(job)
  local flat = {}
  for _, name in ipairs(redis.call('HKEYS', job)) do
    if name ~= 'data' then
      flat[#flat + 1] = name
      flat[#flat + 1] = redis.call('HGET', job, name)
    end
  end
  return flat
end

local function load(id)
  local state, score = copy_state(base, id)
  if not state then return false, 0 end
  local size = redis.call('HSTRLEN', base .. id, 'data')
  if size > longest then return { state, score, tostring(size), without_data(base .. id) }, 0 end
  return { state, score, tostring(size), redis.call('HGETALL', base .. id) }, size
end

local results, bytes = {}, 0
for index = 4, #ARGV do
  local ran, copy, size = pcall(load, ARGV[index])
  if not ran then copy, size = false, 0 end
  bytes = bytes + size
  if bytes > room and #results > 0 then break end
  results[#results + 1] = copy
end
return results
`;
