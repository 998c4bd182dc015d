import { failureFact, type Rule } from '../rule.ts';

const STATUSES = new Set([401, 403, 407]);
const AWS_CODES = `AccessDenied AccessDeniedException AuthFailure CredentialsProviderError ExpiredToken ExpiredTokenException IncompleteSignature InvalidAccessKeyId
  InvalidClientTokenId InvalidSignatureException MissingAuthenticationToken NotAuthorized OptInRequired RequestTimeTooSkewed SignatureDoesNotMatch
  TokenRefreshRequired UnrecognizedClientException`.split(/\s+/);
/** Google answers 400 to a key that is none. */
const NO_KEY = /\bAPI_KEY_INVALID\b|\bAPI key (?:not valid|expired)\b/;
const CODES = new Set([
  'EACCES',
  'EPERM',
  '28000',
  '28P01',
  '42501',
  'ER_ACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'P1000',
  'P1010',
  'AuthenticationFailed',
  'Unauthorized',
  'NOAUTH',
  'WRONGPASS',
  'NOPERM',
  'ELOGIN',
  'invalid_api_key',
  'invalid_grant',
  'EAUTH',
  'UNAUTHENTICATED',
  'PERMISSION_DENIED',
  'ACCESS-REFUSED',
  'SASL_AUTHENTICATION_FAILED',
  'TOPIC_AUTHORIZATION_FAILED',
  ...AWS_CODES,
]);

/** A key, password or permission that the other side does not accept. */
export const credentialsRefused: Rule = {
  name: 'credentials-refused',
  why: 'Credentials and permissions do not mend themselves; every replay would be refused the same way, and may lock the account.',
  source: 'RFC 9110, sections 15.5.2 and 15.5.4; PostgreSQL classes 28 and 42501; MySQL 1044, 1045, 1142, 1143; Prisma P1000 and P1010; MongoDB 13 and 18; Redis ACL.',
  examples: {
    for: [
      { shows: 'an expired key', stack: 'AxiosError: Request failed with status code 401' },
      { shows: 'a missing permission', stack: 'error: permission denied for table invoices' },
      { shows: 'a Redis that wants a password', stack: 'ReplyError: NOAUTH Authentication required.' },
      { shows: 'a session that ran out', stack: 'ExpiredTokenException: The security token included in the request is expired' },
      { shows: 'a login at a mail server', stack: 'Error: Invalid login: 535-5.7.8 Username and Password not accepted.', effects: 'external' },
      { shows: 'a token of a call', stack: 'Error: 16 UNAUTHENTICATED: invalid token' },
      { shows: 'an account that has to be connected anew', stack: 'GaxiosError: invalid_grant' },
      { shows: 'also where the schema refuses the payload', stack: 'AxiosError: Request failed with status code 403', refused: [['/id', 'type']] },
    ],
    against: [
      { shows: 'another refusal', stack: 'AxiosError: Request failed with status code 422' },
      { shows: 'a mail server that can not look passwords up at the moment', stack: 'Error: Invalid login: 454 4.7.0 Temporary authentication failure', effects: 'external' },
      { shows: 'the number in a text', stack: 'Error: invoice 401 has no rows' },
    ],
  },
  match({ failure }) {
    if (!STATUSES.has(failure.httpStatus ?? 0) && !CODES.has(failure.code ?? '') && !(failure.httpStatus === 400 && NO_KEY.test(failure.message))) return undefined;
    return {
      cause: 'defect',
      rule: 'credentials-refused',
      why: `The other side does not accept the worker's credentials or permissions (${failure.code ?? failure.errorClass}); somebody has to renew or grant them.`,
      evidence: [failureFact(failure)],
      confidence: 'certain',
    };
  },
};
