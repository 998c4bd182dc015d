import { COPY_FENCE, TAKE_COPY } from './copy-fence.ts';

/**
 * The script that removes one copy by bullmq's own removeJob, while it still is the one that was read. KEYS: meta,
 * record, logs, kept logs. ARGV: setup, id, epoch, digest. The record counts only where the copy is gone: one that was
 * restored can be removed again. Log lines are kept until the record's time is over.
 */
export function copyRemoveScript(removeJob: string): string {
  return `
local function remove_job(KEYS, ARGV)
${removeJob}
end
local setup = cjson.decode(ARGV[1])
${COPY_FENCE}${TAKE_COPY}
local record, logs, kept = KEYS[2], KEYS[3], KEYS[4]
local judged, what = pcall(copy_moved, setup.copies, ARGV[2], ARGV[3], ARGV[4])
if not judged then return { 'script', said(what) } end
if what then
  local earlier = redis.call('GET', record)
  return earlier and { 'earlier', earlier } or { what }
end
local relation = copy_relation(setup.copies, ARGV[2])
if relation then return { relation } end
redis.call('SET', record, setup.at, 'EX', setup.lifetime)
local logged = redis.call('EXISTS', logs) == 1
if logged then redis.call('RENAME', logs, kept) end
local taken, problem = take_copy(setup.copies, ARGV[2])
if not taken then
  if logged then redis.call('RENAME', kept, logs) end
  redis.call('DEL', record)
  return { 'script', problem }
end
if logged then redis.call('EXPIRE', kept, setup.lifetime) end
return { 'done', setup.at }
`;
}
