import type { Outage, OutageTable } from './outage-kind.ts';

const THROTTLED = `BandwidthLimitExceeded EC2ThrottledException KMSThrottlingException PriorRequestNotComplete ProvisionedThroughputExceededException RequestLimitExceeded
  RequestThrottled RequestThrottledException SlowDown ThrottledException Throttling ThrottlingException TooManyRequestsException`.split(/\s+/);
const FAILED_INSIDE = `InternalError InternalFailure InternalServerError InternalServerException InternalServiceError InternalServiceException ServiceException
  ServiceTemporarilyUnavailable ServiceUnavailable ServiceUnavailableException RequestTimeout RequestTimeoutException`.split(/\s+/);

function all(names: readonly string[], outage: Outage): OutageTable {
  return Object.fromEntries(names.map((name) => [name, outage]));
}

/** AWS, by the lists by which its own SDK decides whether to try again. A service that failed inside may have acted. */
export const AWS_OUTAGES: OutageTable = {
  ...all(THROTTLED, { kind: 'refused', what: 'the service asked for fewer requests' }),
  ...all(FAILED_INSIDE, { kind: 'cut', what: 'the service was unavailable or failed inside' }),
  TransactionInProgressException: { kind: 'refused', what: 'the same transaction was still running' },
  TransactionConflictException: { kind: 'rolled-back', what: 'another transaction was at the same item' },
  OperationAborted: { kind: 'refused', what: 'a conflicting operation was under way' },
};
