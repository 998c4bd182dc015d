import type { FailureText } from '../failure-text.ts';
import { answered } from './http-answer.ts';
import type { Recognition } from './recogniser.ts';

const LIMIT = /^(?:API rate limit exceeded|You have exceeded a secondary rate limit|You have triggered an abuse detection mechanism)\b/;

/** GitHub's client: rate limits, which GitHub answers with 403. Its other answers print their status. */
export function recogniseOctokit(text: FailureText): Recognition | undefined {
  const own = text.errorClass === 'HttpError' || text.errorClass === 'RequestError';
  return own && LIMIT.test(text.message) ? answered(text, { library: 'octokit', status: '429' }) : undefined;
}
