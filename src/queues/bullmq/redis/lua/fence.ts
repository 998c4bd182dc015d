/**
 * Lua: `moved(failed, job, id, epoch, digest, unread)` gives nil while the job still is the dead letter that was read,
 * else what it is instead. The digest is SHA-1 because Redis has nothing else; it compares, it does not protect.
 */
export const FENCE = `
local function epoch_of(job)
  local parts = redis.call('HMGET', job, 'timestamp', 'ats', 'finishedOn')
  return (parts[1] or '') .. ':' .. (parts[2] or '') .. ':' .. (parts[3] or '')
end

local function moved(failed, job, id, epoch, digest, unread)
  if redis.call('EXISTS', job) == 0 then return 'missing' end
  if not redis.call('ZSCORE', failed, id) then return 'left' end
  if epoch_of(job) ~= epoch then return 'epoch' end
  local data = redis.call('HGET', job, 'data') or ''
  if redis.sha1hex(data) ~= digest then
    return unread == '1' and #data > 0 and 'unread' or 'data'
  end
  return nil
end
`;
