/** Far above any answer of the asked form, far below what would hurt. */
export const MAX_ANSWER_BYTES = 1_000_000;

/**
 * A `fetch` for calls that carry a key: it follows no redirect, because a header of its own would go along to whoever is
 * named there; it reads at most `MAX_ANSWER_BYTES`, and then its body fails; and it refuses to ask for the rest of an
 * answer that the provider has cut in pieces, each of which costs as much as a call.
 */
export async function boundedFetch(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  if (typeof init?.body === 'string' && init.body.includes('"continuationToken":')) throw new Error('An answer in several pieces is not read on');
  const response = await fetch(input, { ...init, redirect: 'manual' });
  const { status, statusText, headers } = response;
  return new Response(response.body?.pipeThrough(limit()) ?? null, { status, statusText, headers });
}

function limit(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > MAX_ANSWER_BYTES) controller.error(new Error(`The answer has more than ${MAX_ANSWER_BYTES} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
