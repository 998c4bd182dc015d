import { FENCE } from './fence.ts';

/**
 * Puts one removed letter back. KEYS: failed, job, logs, kept logs. ARGV: id, epoch, digest, score, then fields and
 * values of the hash. A job that is there already is left alone; where it is the very letter, that counts as done.
 */
export const RESTORE_SCRIPT = `
${FENCE}
if redis.call('EXISTS', KEYS[2]) == 1 then
  return moved(KEYS[1], KEYS[2], ARGV[1], ARGV[2], ARGV[3], '0') or 'earlier'
end
for index = 5, #ARGV, 2 do redis.call('HSET', KEYS[2], ARGV[index], ARGV[index + 1]) end
if redis.call('EXISTS', KEYS[4]) == 1 and redis.call('EXISTS', KEYS[3]) == 0 then
  redis.call('RENAME', KEYS[4], KEYS[3])
  redis.call('PERSIST', KEYS[3])
end
redis.call('ZADD', KEYS[1], ARGV[4], ARGV[1])
return 'done'
`;
