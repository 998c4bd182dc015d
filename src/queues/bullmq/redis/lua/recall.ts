import { FENCE } from './fence.ts';

/** Fields that putting a job back may change; every other field is left as it is now. */
const CHANGED = '{ data = 1, failedReason = 1, finishedOn = 1, processedOn = 1, returnvalue = 1, stacktrace = 1, atm = 1 }';

/**
 * Takes one replay back. KEYS: failed, job, replay record, lock, wait, paused, prioritized, delayed. ARGV: id, epoch,
 * digest of the original, digest of what the replay wrote, score, then fields and values of the hash as it was. The
 * hash is written anew in the order that it had, because a small one is stored in it.
 */
export const RECALL_SCRIPT = `
${FENCE}
local failed, job, record, lock = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id = ARGV[1]

local function obstacle()
  local what = moved(failed, job, id, ARGV[2], ARGV[3], '0')
  if what == nil then return 'earlier' end
  if what ~= 'left' then return what end
  if redis.call('EXISTS', record) == 0 then return 'foreign' end
  local parts = redis.call('HMGET', job, 'timestamp', 'ats', 'finishedOn', 'data', 'parentKey')
  if parts[3] then return 'epoch' end
  local begun = (parts[1] or '') .. ':' .. (parts[2] or '') .. ':'
  if string.sub(ARGV[2], 1, #begun) ~= begun then return redis.call('EXISTS', lock) == 1 and 'started' or 'epoch' end
  if redis.call('EXISTS', lock) == 1 then return 'started' end
  if redis.sha1hex(parts[4] or '') ~= ARGV[4] then return 'data' end
  if parts[5] then return 'relatives' end
  return nil
end

local function leaves_its_place()
  return redis.call('LREM', KEYS[5], 1, id) + redis.call('LREM', KEYS[6], 1, id)
    + redis.call('ZREM', KEYS[7], id) + redis.call('ZREM', KEYS[8], id) > 0
end

local function rebuild()
  local changed, now, written, fields = ${CHANGED}, {}, {}, {}
  local present = redis.call('HGETALL', job)
  for index = 1, #present, 2 do now[present[index]] = present[index + 1] end
  for index = 6, #ARGV, 2 do
    local name = ARGV[index]
    local value = changed[name] and ARGV[index + 1] or now[name]
    written[name] = 1
    if value then fields[#fields + 1] = { name, value } end
  end
  for index = 1, #present, 2 do
    local name = present[index]
    if not written[name] and not changed[name] then fields[#fields + 1] = { name, present[index + 1] } end
  end
  redis.call('DEL', job)
  for _, field in ipairs(fields) do redis.call('HSET', job, field[1], field[2]) end
end

local judged, what = pcall(obstacle)
if not judged then return { 'script', type(what) == 'table' and what.err or tostring(what) } end
if what == 'earlier' then redis.call('DEL', record) end
if what then return { what } end
local left, found = pcall(leaves_its_place)
if not left then return { 'script', type(found) == 'table' and found.err or tostring(found) } end
if not found then return { 'started' } end
rebuild()
redis.call('ZADD', failed, ARGV[5], id)
redis.call('DEL', record)
return { 'done' }
`;
