import { connect, createServer, type Server, type Socket } from 'node:net';
import { createInterface, type Interface } from 'node:readline';
import { parseJson, isJsonObject, type Json, type JsonObject } from '../core/json.ts';
import { listenInFolder } from '../local-socket/listen-in-folder.ts';
import { withSocketPath } from '../local-socket/socket-path.ts';

/** Answers one request. Requests and answers are JSON objects, one a line. */
export type Answer = (request: JsonObject) => JsonObject;

/** Listens on the socket `name` in `folder`. Neither the socket nor its connections keep the process alive. */
export async function listen(folder: string, name: string, answer: Answer): Promise<Server> {
  const server = createServer((socket) => {
    serve(socket, answer);
  });
  await listenInFolder(server, folder, name);
  return server;
}

function serve(socket: Socket, answer: Answer): void {
  socket.unref();
  socket.on('error', () => socket.destroy());
  linesOf(socket).on('line', (line) => {
    const request = parseJson(line);
    socket.write(`${JSON.stringify(isJsonObject(request) ? answer(request) : { error: 'not a JSON object' })}\n`);
  });
}

/** What became of a question: an answer, nobody there, or somebody who does not answer. */
export type Reply = { readonly kind: 'answer'; readonly answer: Json } | { readonly kind: 'dead' } | { readonly kind: 'silent' };

/** Sends one request to the socket `name` in `folder` and waits so many milliseconds at most. Never rejects. */
export async function ask(folder: string, name: string, request: JsonObject, patience: number): Promise<Reply> {
  try {
    return await withSocketPath(folder, name, (path) => exchange(path, request, patience));
  } catch {
    return { kind: 'silent' };
  }
}

function exchange(path: string, request: JsonObject, patience: number): Promise<Reply> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const done = (reply: Reply): void => {
      socket.destroy();
      resolve(reply);
    };
    socket.setTimeout(patience, () => done({ kind: 'silent' }));
    socket.on('error', (error: NodeJS.ErrnoException) => done({ kind: isGone(error) ? 'dead' : 'silent' }));
    socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
    linesOf(socket)
      .on('line', (line) => {
        const answer = parseJson(line);
        done(answer === undefined ? { kind: 'silent' } : { kind: 'answer', answer });
      })
      // Closed without a word: it died while it was asked.
      .on('close', () => done({ kind: 'dead' }));
  });
}

/** The lines that arrive. readline repeats the socket's errors, which are handled where the socket is. */
function linesOf(socket: Socket): Interface {
  return createInterface({ input: socket }).on('error', () => undefined);
}

function isGone(error: NodeJS.ErrnoException): boolean {
  return error.code === 'ECONNREFUSED' || error.code === 'ENOENT' || error.code === 'ECONNRESET';
}
