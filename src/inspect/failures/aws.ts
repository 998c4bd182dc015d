import type { FailureText } from '../failure-text.ts';
import { readWait } from './retry-after.ts';
import { knownDetails, type Recognition } from './recogniser.ts';

/** Names that only AWS uses, or that mean the same wherever they are used. */
const NAMES = new Set(
  `BandwidthLimitExceeded EC2ThrottledException KMSThrottlingException LimitExceededException PriorRequestNotComplete ProvisionedThroughputExceededException
  RequestLimitExceeded RequestThrottled RequestThrottledException SlowDown ThrottledException Throttling ThrottlingException TooManyRequestsException
  TransactionInProgressException TransactionConflictException RequestTimeout RequestTimeoutException ServiceUnavailable ServiceUnavailableException InternalError
  InternalFailure InternalServerError InternalServerException InternalServiceError InternalServiceException ServiceException ServerException
  ServiceTemporarilyUnavailable AccessDenied AccessDeniedException ExpiredToken ExpiredTokenException TokenRefreshRequired InvalidAccessKeyId
  InvalidClientTokenId InvalidSignatureException SignatureDoesNotMatch UnrecognizedClientException IncompleteSignature MissingAuthenticationToken
  NotAuthorized CredentialsProviderError AuthFailure OptInRequired RequestTimeTooSkewed RequestExpired ServiceQuotaExceededException
  NoSuchKey NoSuchBucket ResourceNotFoundException QueueDoesNotExist NonExistentQueue ValidationException InvalidParameterException
  InvalidParameterValueException MessageRejected KMSInvalidStateException InvalidObjectState EntityTooLarge PreconditionFailed OperationAborted`.split(/\s+/),
);
/** Words of the services under these names, for names that any application might use, and for stacks that lost the name. */
const MESSAGES: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/^(?:Please reduce your request rate\.?|Reduce your request rate)/, 'SlowDown'],
  [/^The level of configured provisioned throughput for the table was exceeded/, 'ProvisionedThroughputExceededException'],
  [/^Throughput exceeds the current capacity of your table/, 'ThrottlingException'],
  [/^Rate exceeded(?: for |\.?$)/i, 'ThrottlingException'],
  [/^Maximum sending rate exceeded/, 'Throttling'],
  [/^Your socket connection to the server was not read from or written to within the timeout period/, 'RequestTimeout'],
  [/^We encountered an internal error\. Please try again/, 'InternalError'],
  [/^The security token included in the request is (?:expired|invalid)/, 'ExpiredTokenException'],
  [/^The provided token has expired/, 'ExpiredToken'],
  [/^The difference between the request time and the current time is too large/, 'RequestTimeTooSkewed'],
  [/^Could not load credentials from any providers/, 'CredentialsProviderError'],
];
const FRAMES = /\/node_modules\/(?:@aws-sdk|@smithy|aws-sdk)\//;
const METADATA = '$metadata.httpStatusCode';

/** The AWS SDK, by the name of the exception, which may stand as class, as `name` or as `code`. */
export function recogniseAws(text: FailureText): Recognition | undefined {
  const { properties } = text.printed;
  const said = MESSAGES.find(([pattern]) => pattern.test(text.message))?.[1];
  const name = [text.errorClass, properties.get('name'), properties.get('Code'), properties.get('code'), properties.get('__type')].find((candidate) => candidate !== undefined && NAMES.has(candidate));
  const fromSdk = properties.has(METADATA) || properties.has('$metadata.requestId') || properties.has('$metadata.attempts') || properties.has('$fault') || text.frames.slice(0, 8).some((frame) => FRAMES.test(frame));
  const named = /(?:Exception|Throttling|SlowDown|Throttled|ExpiredToken|InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProviderError|RequestTimeTooSkewed)$/.test(name ?? '');
  const code = name !== undefined && (fromSdk || named) ? name : said;
  if (code === undefined) return timeout(text, fromSdk);
  const retryAfterMilliseconds = readWait(text);
  return { library: 'aws', code, details: knownDetails({ status: properties.get(METADATA) }), ...(retryAfterMilliseconds === undefined ? {} : { retryAfterMilliseconds }) };
}

/** Time-outs of the SDK's own HTTP handler, which says in which phase. */
function timeout({ errorClass, message }: FailureText, fromSdk: boolean): Recognition | undefined {
  if (errorClass !== 'TimeoutError' || !(fromSdk || /\b(?:socket|connection|@smithy\/node-http-handler)\b/i.test(message))) return undefined;
  const connecting = /did not establish a connection|connection timed out|socket timed out without establishing a connection/i.test(message);
  return { library: 'aws', code: 'ETIMEDOUT', details: { phase: connecting ? 'connect' : 'exchange' } };
}
