import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server has seen. */
export interface AnsweringServer {
  readonly baseURL: string;
  readonly calls: number;
  /** Most requests that were open at the same time. */
  readonly mostInFlight: number;
  close(): void;
}

/** A server that speaks the documented wire format of the Gemini API and takes some time for each answer. */
export async function startAnsweringServer(answer: (prompt: string) => object, milliseconds: number): Promise<AnsweringServer> {
  let [calls, inFlight, mostInFlight] = [0, 0, 0];
  const server = createServer((request, response) => {
    calls++;
    inFlight++;
    mostInFlight = Math.max(mostInFlight, inFlight);
    let text = '';
    request.setEncoding('utf8').on('data', (part: string) => { text += part; }).on('end', () => setTimeout(() => {
      inFlight--;
      const body = JSON.parse(text) as { readonly contents: readonly { readonly parts: readonly { readonly text: string }[] }[] };
      const prompt = body.contents[0]?.parts[0]?.text ?? '';
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({
        candidates: [{ content: { role: 'model', parts: [{ text: JSON.stringify(answer(prompt)) }] }, finishReason: 'STOP', index: 0 }],
        // Three characters a token is on the high side for such texts; thinking is counted as output.
        usageMetadata: { promptTokenCount: Math.ceil(text.length / 3), candidatesTokenCount: 120, thoughtsTokenCount: 200, totalTokenCount: Math.ceil(text.length / 3) + 320 },
        modelVersion: 'gemini-3.5-flash-lite',
      }));
    }, milliseconds));
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve); });
  const { port } = server.address() as AddressInfo;
  return { baseURL: `http://127.0.0.1:${port}/v1beta`, get calls() { return calls; }, get mostInFlight() { return mostInFlight; }, close: () => server.close() };
}
