import { failureFact, type Rule } from '../rule.ts';

const STATUSES = new Set([401, 403, 407]);
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
  'invalid_api_key',
  'invalid_grant',
]);

/** A key, password or permission that the other side does not accept. */
export const credentialsRefused: Rule = {
  name: 'credentials-refused',
  why: 'Credentials and permissions do not mend themselves; every replay would be refused the same way, and may lock the account.',
  source: 'RFC 9110, sections 15.5.2 and 15.5.4; PostgreSQL classes 28 and 42501; MySQL 1044, 1045, 1142, 1143.',
  examples: {
    for: [
      { shows: 'an expired key', stack: 'AxiosError: Request failed with status code 401' },
      { shows: 'a missing permission', stack: 'error: permission denied for table invoices' },
      { shows: 'also where the schema refuses the payload', stack: 'AxiosError: Request failed with status code 403', refused: [['/id', 'type']] },
    ],
    against: [
      { shows: 'another refusal', stack: 'AxiosError: Request failed with status code 422' },
      { shows: 'the number in a text', stack: 'Error: invoice 401 has no rows' },
    ],
  },
  match({ failure }) {
    if (!STATUSES.has(failure.httpStatus ?? 0) && !CODES.has(failure.code ?? '')) return undefined;
    return {
      cause: 'defect',
      rule: 'credentials-refused',
      why: `The other side does not accept the worker's credentials or permissions (${failure.code ?? failure.errorClass}); somebody has to renew or grant them.`,
      evidence: [failureFact(failure)],
      confidence: 'certain',
    };
  },
};
