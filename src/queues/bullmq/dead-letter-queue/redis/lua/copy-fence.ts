/**
 * Lua: `copy_state(base, id)` gives the state of a copy that no worker has taken, and its score; nil for all others. A
 * waiting job is told by what it is not: looking through the list would cost more with each copy.
 * `copy_moved(base, id, epoch, digest)` gives nil while the copy still is the one that was read, else what it is instead.
 */
export const COPY_FENCE = `
local function is_active(base, id)
  if redis.call('EXISTS', base .. id .. ':lock') == 1 then return true end
  for _, active in ipairs(redis.call('LRANGE', base .. 'active', 0, -1)) do
    if active == id then return true end
  end
  return false
end

local function copy_state(base, id)
  if redis.call('EXISTS', base .. id) == 0 then return nil end
  for _, state in ipairs({ 'failed', 'prioritized', 'delayed' }) do
    local score = redis.call('ZSCORE', base .. state, id)
    if score then return state, score end
  end
  for _, state in ipairs({ 'completed', 'waiting-children' }) do
    if redis.call('ZSCORE', base .. state, id) then return nil end
  end
  if is_active(base, id) then return nil end
  return 'waiting', ''
end

local function copy_moved(base, id, epoch, digest)
  local job = base .. id
  if redis.call('EXISTS', job) == 0 then return 'missing' end
  if not copy_state(base, id) then return 'left' end
  local parts = redis.call('HMGET', job, 'timestamp', 'ats', 'finishedOn')
  if (parts[1] or '') .. ':' .. (parts[2] or '') .. ':' .. (parts[3] or '') ~= epoch then return 'epoch' end
  if redis.sha1hex(redis.call('HGET', job, 'data') or '') ~= digest then return 'data' end
  return nil
end

local function said(problem)
  return type(problem) == 'table' and problem.err or tostring(problem)
end
`;

/**
 * Lua: `take_copy(base, id, parameters)` removes a copy by bullmq's own removeJob and gives what is needed to put it
 * back; nil and the reason where it can't be removed, and then nothing has changed.
 */
export const TAKE_COPY = `
local function copy_relation(base, id)
  local job = base .. id
  if redis.call('HEXISTS', job, 'parentKey') == 1 then return 'relatives' end
  if redis.call('EXISTS', job .. ':dependencies', job .. ':processed', job .. ':failed', job .. ':unsuccessful') > 0 then return 'relatives' end
  return redis.call('HEXISTS', job, 'rjk') == 1 and 'scheduler' or nil
end

local function put_copy_back(base, id, taken)
  for index = 1, #taken.hash, 2 do redis.call('HSET', base .. id, taken.hash[index], taken.hash[index + 1]) end
  if taken.state ~= 'waiting' then
    redis.call('ZADD', base .. taken.state, taken.score, id)
  elseif setup.hasPausedList and redis.call('HEXISTS', base .. 'meta', 'paused') == 1 then
    redis.call('RPUSH', base .. 'paused', id)
  else
    redis.call('RPUSH', base .. 'wait', id)
  end
end

local function take_copy(base, id)
  local taken = { hash = redis.call('HGETALL', base .. id) }
  taken.state, taken.score = copy_state(base, id)
  local parameters = {}
  for index, value in ipairs(setup.removeParameters) do parameters[index] = value == setup.mark and id or value end
  local ran, code = pcall(remove_job, { base .. id, base .. 'repeat' }, parameters)
  if ran and code == 1 then return taken end
  if redis.call('EXISTS', base .. id) == 0 then put_copy_back(base, id, taken) end
  return nil, said(code)
end
`;
