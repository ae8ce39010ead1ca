/** A web server on the loopback interface that notes what it is asked. Closed when the test file ends. */

import { readdirSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'vitest';
import { atEnd } from './atEnd.ts';
import { eventually } from './eventually.ts';

export interface WebServer {
  url: string;
  /** Method, path with query, and headers of every request, in order. */
  asked: { method: string; path: string; headers: IncomingMessage['headers']; body: Buffer }[];
}

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
  atEnd(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

/** The connection ends in the middle: as soon as the client's folder of downloads holds so many bytes more of the body. */
export interface Cut {
  after: number;
  into: string;
}

/** A file as a storage host gives it: ETag, Range, If-Range. */
export function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  content: Buffer,
  { etag, cut }: { etag: string; cut?: Cut | undefined },
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
  if (cut === undefined || cut.after >= part.length) {
    response.end(part);
    return;
  }
  response.write(part.subarray(0, cut.after));
  const hasCome = () => expect(bytesIn(cut.into)).toBe(start + cut.after);
  void eventually(hasCome).then(
    () => response.destroy(),
    () => response.destroy(),
  );
}

function bytesIn(dir: string): number {
  return readdirSync(dir)
    .filter((name) => name.endsWith('.part'))
    .reduce((sum, name) => sum + statSync(join(dir, name)).size, 0);
}
