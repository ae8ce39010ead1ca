/** A web server on the loopback interface that notes what it is asked. Closed when the test file ends. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';

export interface WebServer {
  url: string;
  /** Method, path with query, and headers of every request, in order. */
  asked: { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }[];
}

const closing: (() => Promise<void>)[] = [];

afterAll(async () => {
  for (const close of closing.splice(0)) await close();
});

export async function webServer(
  answer: (request: IncomingMessage & { url: string }, response: ServerResponse, body: Buffer) => void,
): Promise<WebServer> {
  const asked: WebServer['asked'] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const body = Buffer.concat(pieces);
      asked.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers, body });
      answer(request as IncomingMessage & { url: string }, response, body);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(
    () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/**
 * A file as a storage host gives it: ETag, Range, If-Range. `cut` ends the connection in the middle, after so many bytes of the body:
 * the client gets them all, since the end of what is sent comes behind them, and never more.
 */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  content: Buffer,
  { etag, cut }: { etag: string; cut?: number },
): void {
  const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? '');
  const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
  const start = range !== null && isSame ? Number(range[1]) : 0;
  if (start > 0 && start >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  const part = content.subarray(start);
  response.writeHead(start > 0 ? 206 : 200, {
    'content-length': part.length,
    etag,
    ...(start > 0 ? { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` } : {}),
  });
  if (cut === undefined || cut >= part.length) response.end(part);
  else response.write(part.subarray(0, cut), () => response.socket?.end());
}
