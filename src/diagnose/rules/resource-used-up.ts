import { failureFact, type Rule } from '../rule.ts';

const CODES = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'disk_flood_stage', 'ENOMEM', 'ERR_WORKER_OUT_OF_MEMORY', '53100', '53200', 'ER_DISK_FULL', 'ER_RECORD_FILE_FULL', 'ER_OUTOFMEMORY', 'SQLITE_FULL', 'MISCONF']);
/** Redis behind words of the application, too. */
const REDIS_FULL = 'OOM command not allowed when used memory';

/** Disk or memory that is full. */
export const resourceUsedUp: Rule = {
  name: 'resource-used-up',
  why: 'Waiting frees neither disk nor memory, and the same input meets the same limit; replays make it worse.',
  source: 'Node system errors; PostgreSQL class 53; MySQL 1021 and 1114; Redis `maxmemory` and `stop-writes-on-bgsave-error`.',
  examples: {
    for: [
      { shows: 'a full disk', stack: 'Error: ENOSPC: no space left on device, write' },
      { shows: 'a full Redis', stack: "ReplyError: OOM command not allowed when used memory > 'maxmemory'." },
      { shows: 'a Redis that can not save', stack: 'ReplyError: MISCONF Redis is configured to save RDB snapshots, but it is currently not able to persist on disk.' },
      { shows: 'a worker out of memory', stack: 'Error: Worker terminated due to reaching memory limit: JS heap out of memory' },
    ],
    against: [{ shows: 'a database that has no connection left', stack: 'error: sorry, too many clients already' }],
  },
  match({ failure }) {
    if (!CODES.has(failure.code ?? '') && !failure.message.startsWith(REDIS_FULL)) return undefined;
    return {
      cause: 'defect',
      rule: 'resource-used-up',
      why: 'Disk or memory is used up; somebody has to make room or raise the limit.',
      evidence: [failureFact(failure)],
      confidence: 'certain',
    };
  },
};
