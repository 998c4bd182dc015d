import { failureFact, type Rule } from '../rule.ts';

const STATUSES = new Set([403, 405, 406, 429, 503]);
/** Pages of firewalls and of checks for browsers; the last two are AWS WAF and Akamai. */
const PAGE =
  /Attention Required! \| Cloudflare|<title>Just a moment\.\.\.|Checking (?:if the site connection is secure|your browser)|cf[-_](?:chl|error|mitigated)|challenge-platform|Sorry, you have been blocked|error code: 10(?:06|07|08|09|10|12|20)\b|Incapsula incident|The requested URL was rejected\. Please consult with your administrator|Request blocked\.\s{0,4}We can't connect to the server|"reason":"?waf|captcha|Access Denied[^\n]{0,400}Reference (?:#|&#35;)/i;

/** A firewall before the service that takes the worker for a robot or an attacker. */
export const firewallBlocks: Rule = {
  name: 'firewall-blocks',
  why: 'A firewall that has chosen to block the worker goes on doing it, and the more it is asked, the longer; also where its page is sent with a status that looks like an outage. Somebody has to be let through.',
  source: 'Cloudflare documentation: challenge pages (403, 503), error 1020 and its neighbours; AWS WAF and Akamai answer with pages of their own.',
  examples: {
    for: [
      { shows: 'a block page', stack: 'AxiosError: Request failed with status code 403: <!DOCTYPE html><title>Attention Required! | Cloudflare</title>' },
      { shows: 'a check for browsers, sent as an outage', stack: 'AxiosError: Request failed with status code 503: <!DOCTYPE html><title>Just a moment...</title>' },
      { shows: 'a rule of the firewall', stack: 'AxiosError: Request failed with status code 403: error code: 1020' },
    ],
    against: [
      { shows: 'an outage', stack: 'AxiosError: Request failed with status code 503: <html><title>503 Service Unavailable</title>' },
      { shows: 'a rate limit of Cloudflare', stack: 'AxiosError: Request failed with status code 429: error code: 1015' },
      { shows: 'a missing permission', stack: 'AxiosError: Request failed with status code 403' },
    ],
  },
  match({ failure }) {
    if (!STATUSES.has(failure.httpStatus ?? 0) || !PAGE.test(failure.message)) return undefined;
    return {
      cause: 'defect',
      rule: 'firewall-blocks',
      why: `A firewall before the other side blocks the worker (status ${failure.httpStatus}); somebody has to let it through.`,
      evidence: [failureFact(failure)],
      confidence: 'certain',
    };
  },
};
