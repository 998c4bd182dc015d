import type { FailureText } from '../failure-text.ts';
import { answered, printedStatus } from './http-answer.ts';
import type { Recognition } from './recogniser.ts';

/** `DiscordAPIError[50013]: Missing Permissions`; the code in brackets is Discord's, not an HTTP status. */
const DISCORD = /^(?:DiscordAPIError|HTTPError|RateLimitError)(?:\[|$)/;
/** `ETELEGRAM: 429 Too Many Requests: retry after 35`, and grammY's `Call to 'sendMessage' failed! (429: Too Many Requests: retry after 35)`. */
const TELEGRAM = /^(?:ETELEGRAM: |Call to '\w{1,40}' failed! \(|)([45]\d\d):? (?:Too Many Requests|Bad Gateway|Internal Server Error|Unauthorized|Forbidden|Bad Request|Conflict)\b/;
const SLACK_LIMIT = /^(?:A rate limit was exceeded|A rate-limit has been reached)\b|^An API error occurred: (?:ratelimited|rate_limited)$/;
const SLACK = /^An API error occurred: (\w{3,60})$/;
const SLACK_KEYS = new Set(['invalid_auth', 'not_authed', 'account_inactive', 'token_revoked', 'token_expired', 'missing_scope', 'no_permission']);
const SLACK_PASSING = new Set(['internal_error', 'service_unavailable', 'request_timeout', 'fatal_error', 'team_added_to_org']);

/** Services that carry messages to people: Slack, Discord, Telegram, Twilio. */
export function recogniseMessaging(text: FailureText): Recognition | undefined {
  return slack(text) ?? telegram(text) ?? twilio(text) ?? discord(text);
}

function slack(text: FailureText): Recognition | undefined {
  if (SLACK_LIMIT.test(text.message)) return answered(text, { library: 'slack', status: '429' });
  const code = SLACK.exec(text.message)?.[1];
  if (code === undefined) return undefined;
  if (SLACK_KEYS.has(code)) return answered(text, { library: 'slack', status: '401', code });
  return SLACK_PASSING.has(code) ? answered(text, { library: 'slack', status: '503', code }) : { library: 'slack', code };
}

function telegram(text: FailureText): Recognition | undefined {
  const own = text.message.startsWith('ETELEGRAM: ') || text.errorClass === 'GrammyError' || text.errorClass === 'TelegramError';
  const status = own ? TELEGRAM.exec(text.message)?.[1] : undefined;
  return status === undefined ? undefined : answered(text, { library: 'telegram', status, answer: text.message });
}

/** Twilio's code 20429 and its words are the same everywhere; other codes come with a status. */
function twilio(text: FailureText): Recognition | undefined {
  if (text.errorClass !== 'RestException' && text.errorClass !== 'TwilioRestException') return undefined;
  const code = text.printed.properties.get('code');
  const status = printedStatus(text, 'status', 'statusCode') ?? (code === '20429' || text.message === 'Too Many Requests' ? '429' : undefined);
  return status === undefined ? { library: 'twilio' } : answered(text, { library: 'twilio', status, code });
}

function discord(text: FailureText): Recognition | undefined {
  if (!DISCORD.test(text.errorClass) || !text.frames.slice(0, 6).some((frame) => /\/node_modules\/(?:discord\.js|@discordjs)\//.test(frame))) return undefined;
  const status = text.errorClass.startsWith('RateLimitError') ? '429' : printedStatus(text, 'status', 'httpStatus');
  return status === undefined ? { library: 'discord' } : answered(text, { library: 'discord', status });
}
