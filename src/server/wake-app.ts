import { Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { bodyLimit } from 'hono/body-limit';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { isMendqError, messageOf } from '../core/errors.ts';

/** Largest body that is taken in, in bytes; alert managers send their alert, which is not read. */
const BODY = 256 * 1024;

/** What the endpoint stands on. */
export interface WakeApp {
  /** The caller sends it as `Authorization: Bearer …`; compared in constant time. */
  readonly token: string;
  /** Asks for a pass. What it rejects with is answered as 503. */
  readonly wake: () => Promise<void>;
}

/**
 * `POST /wake` asks for a pass and is answered with 202 before the pass is over; `GET /health` says that the process
 * listens. Everything is JSON.
 */
export function createWakeApp({ token, wake }: WakeApp): Hono {
  const app = new Hono();
  app.use(methodNotAllowed({ app, onMethodNotAllowed: (context, methods) => context.json(problem('only other methods are allowed here'), 405, { Allow: methods.join(', ') }) }));
  app.get('/health', (context) => context.json({ status: 'ok' }));
  app.post('/wake', authorised(token), bodyLimit({ maxSize: BODY, onError: (context) => context.json(problem('the body is too large'), 413) }), async (context) => {
    // Read to the end, so that the limit holds for bodies without a length too.
    await context.req.arrayBuffer();
    await wake();
    return context.json({ status: 'accepted' }, 202);
  });
  app.notFound((context) => context.json(problem('there is only POST /wake and GET /health'), 404));
  app.onError((error, context) => {
    if ('getResponse' in error) return error.getResponse();
    return context.json({ ...problem(messageOf(error)), code: isMendqError(error) ? error.code : 'MENDQ_E_INTERNAL' }, 503);
  });
  return app;
}

/** A header of another form is a caller without a token, like none at all. */
function authorised(token: string): ReturnType<typeof bearerAuth> {
  const refuse = (message: string) => ({ message: () => Response.json(problem(message), { status: 401 }) });
  const missing = refuse('send the token as Authorization: Bearer …');
  return bearerAuth({ token, realm: 'mendq', noAuthenticationHeader: missing, invalidAuthenticationHeader: missing, invalidToken: refuse('the token is not the right one') });
}

function problem(message: string): { readonly status: 'error'; readonly message: string } {
  return { status: 'error', message };
}
