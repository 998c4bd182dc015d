/** Key names that applications use in the wrappers of their dead-letter queues, by what they hold, likeliest first. */
export const KEYS = {
  id: ['jobId', 'originalJobId', 'sourceJobId', 'originalId', 'failedJobId'],
  name: ['jobName', 'originalJobName', 'sourceJobName', 'failedJobName', 'originalName', 'name'],
  queue: ['originalQueue', 'originalQueueName', 'sourceQueue', 'sourceQueueName', '__sourceQueue', 'fromQueue', 'queueName', 'queue', 'queueQualifiedName'],
  data: ['data', 'payload', 'jobData', 'jobPayload', 'originalData', 'originalJobData', 'originalPayload', 'originalJob', 'original', 'failedJob', 'job'],
  options: ['opts', 'options', 'jobOptions', 'jobOpts', 'originalOpts', 'originalOptions', 'originalJobOpts', 'originalJobOptions'],
  reason: ['failedReason', 'errorMessage', 'failureReason', 'error', 'err', 'lastError', 'reason', 'message'],
  stack: ['stacktrace', 'stackTrace', 'stack', 'errorStack'],
  errorName: ['errorName', 'errorType', 'errorClass'],
  attempts: ['attemptsMade', 'attempts', 'totalAttempts', 'failedAttempts', 'attempt', 'retryCount', 'retries'],
  failedAt: ['failedAt', 'failedOn', 'finishedOn', 'deadLetteredAt', 'movedAt', 'movedToDlqAt', 'timestamp'],
} as const;

/** Keys under which a wrapper keeps a whole job. */
export const JOB_KEYS = ['originalJob', 'job', 'failedJob', 'original', 'sourceJob'] as const;

/** Keys under which a wrapper keeps all that it knows of the failure. */
export const FAILURE_KEYS = ['failure', 'error', 'err', 'diagnostic', 'failureDetails', 'errorInfo', 'lastError'] as const;

/** The fields of a job, as BullMQ's `toJSON` and `asJSON` write them. */
export const JOB_FIELDS: ReadonlySet<string> = new Set([
  'id', 'name', 'data', 'opts', 'progress', 'returnvalue', 'stacktrace', 'delay', 'priority', 'attemptsStarted', 'attemptsMade', 'stalledCounter',
  'timestamp', 'finishedOn', 'processedOn', 'processedBy', 'failedReason', 'deferredFailure', 'parent', 'parentKey', 'queueName', 'queueQualifiedName',
  'prefix', 'repeatJobKey', 'nextRepeatableJobId', 'deduplicationId', 'debounceId', 'discarded', 'token',
]);

/** Keys that say something about the circumstances, and are no part of the job's data. */
const CIRCUMSTANCES = [
  'maxAttempts', 'metadata', 'meta', 'correlationId', 'traceId', 'requestId', 'environment', 'env', 'host', 'hostname', 'worker', 'workerId', 'service',
  'severity', 'level', 'tags', 'processedOn', 'processedBy', 'archivedAt', 'movedBy', 'canRetry', 'sourceWorker', 'errorCode',
];

/** Every key that a wrapper may have. One that is not among them may be a part of the job's own data. */
export const WRAPPER_KEYS: ReadonlySet<string> = new Set([...Object.values(KEYS).flat(), ...JOB_KEYS, ...FAILURE_KEYS, ...CIRCUMSTANCES]);
