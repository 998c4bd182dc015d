import { COPY_FENCE, TAKE_COPY } from './copy-fence.ts';

/**
 * Puts one removed copy back where it was. KEYS: meta, logs, kept logs. ARGV: setup, id, epoch, digest, state, score,
 * then fields and values of the hash. A job that is there already is left alone; where it is the very copy, that counts
 * as done. A waiting copy becomes the next in line, as the oldest there is.
 */
export const COPY_RESTORE_SCRIPT = `
local remove_job
local setup = cjson.decode(ARGV[1])
${COPY_FENCE}${TAKE_COPY}
local id = ARGV[2]
if redis.call('EXISTS', setup.copies .. id) == 1 then
  return copy_moved(setup.copies, id, ARGV[3], ARGV[4]) or 'earlier'
end
local hash = {}
for index = 7, #ARGV do hash[index - 6] = ARGV[index] end
put_copy_back(setup.copies, id, { hash = hash, state = ARGV[5], score = ARGV[6] })
if redis.call('EXISTS', KEYS[3]) == 1 and redis.call('EXISTS', KEYS[2]) == 0 then
  redis.call('RENAME', KEYS[3], KEYS[2])
  redis.call('PERSIST', KEYS[2])
end
return 'done'
`;
