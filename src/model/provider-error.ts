import { parseJson } from '../core/json.ts';
import { memberOf, textAt } from './members.ts';

/** What a provider's client threw, as far as it speaks of HTTP. */
export interface ProviderError {
  /** Absent where no answer came. */
  readonly status: number | undefined;
  /** Names in small letters. */
  readonly headers: ReadonlyMap<string, string>;
  /** The body as JSON; absent where it is none. */
  readonly body: unknown;
  /** What the provider says. It may quote the question: for reading, never for showing. */
  readonly message: string;
  /** True where the connection failed or broke off. */
  readonly isNetwork: boolean;
}

/** Longer bodies are no answer of a provider. */
const MAX_BODY_LENGTH = 64_000;
const MAX_DEPTH = 5;
const NETWORK_CODE = /^(E(AI_AGAIN|CONN[A-Z]+|HOSTUNREACH|NETUNREACH|NETDOWN|NOTFOUND|PIPE|TIMEDOUT)|UND_ERR_[A-Z_]+|CERT_[A-Z_]+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_[A-Z_]+)$/;
const NETWORK_MESSAGE = /^(fetch failed|terminated|network error|socket hang up)/i;

/** Reads the error of any provider of the AI SDK, by its members: it may come from another copy of the package. */
export function readProviderError(error: unknown): ProviderError {
  const chain = causes(error);
  const answer = chain.find((link) => typeof memberOf(link, 'statusCode') === 'number');
  const status = memberOf(answer, 'statusCode');
  const body = textAt(answer, 'responseBody');
  const parsed = body === undefined || body.length > MAX_BODY_LENGTH ? undefined : parseJson(body);
  return {
    status: typeof status === 'number' ? status : undefined,
    headers: headersOf(memberOf(answer, 'responseHeaders')),
    body: parsed,
    message: (textAt(parsed, 'error', 'message') ?? textAt(parsed, 'error') ?? textAt(answer ?? error, 'message') ?? '').slice(0, 4000),
    isNetwork: chain.some(isNetworkError),
  };
}

/** The error, what caused it, and the last try of one that was repeated. */
function causes(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let link = error; link !== undefined && link !== null && chain.length < MAX_DEPTH; link = memberOf(link, 'cause') ?? memberOf(link, 'lastError')) chain.push(link);
  return chain;
}

function isNetworkError(link: unknown): boolean {
  return NETWORK_CODE.test(textAt(link, 'code') ?? '') || NETWORK_MESSAGE.test(textAt(link, 'message') ?? '');
}

function headersOf(headers: unknown): ReadonlyMap<string, string> {
  if (typeof headers !== 'object' || headers === null) return new Map();
  return new Map(Object.entries(headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name.toLowerCase(), value]] : [])));
}
