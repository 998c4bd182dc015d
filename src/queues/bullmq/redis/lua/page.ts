/**
 * Ids of a sorted set after (score, id), in the set's own order: score, then bytes. KEYS: set. ARGV: score, id, limit.
 * Many members may share a score, so their place is found by halving; Lua's own comparison of strings follows the
 * server's locale and would disagree with the set.
 */
export const PAGE_SCRIPT = `
local function is_after(left, right)
  for place = 1, math.min(#left, #right) do
    local a, b = string.byte(left, place), string.byte(right, place)
    if a ~= b then return a > b end
  end
  return #left > #right
end

local first = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. ARGV[1])
local behind = first + redis.call('ZCOUNT', KEYS[1], ARGV[1], ARGV[1])
while first < behind do
  local middle = math.floor((first + behind) / 2)
  local id = redis.call('ZRANGE', KEYS[1], middle, middle)[1]
  if is_after(id, ARGV[2]) then behind = middle else first = middle + 1 end
end
return redis.call('ZRANGE', KEYS[1], first, first + tonumber(ARGV[3]) - 1, 'WITHSCORES')
`;
