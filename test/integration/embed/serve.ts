/** A loopback server that answers as the test says and remembers what it was asked. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HttpPolicy } from '../../../src/net/retrying.ts';

export interface Asked {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
}

/** `hang`: never answers. `cut`: promises more bytes than it sends, then closes. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; json?: unknown; text?: string }
  | 'hang'
  | 'cut';

export interface Served {
  url: string;
  host: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** @param answer is given the request and its number, from 0 */
export async function serve(answer: (asked: Asked, number: number) => Answer): Promise<Served> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
    asked.push({ path: request.url ?? '', headers: request.headers, body });
    write(response, answer(asked.at(-1)!, asked.length - 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    host: `127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function write(response: ServerResponse, answer: Answer): void {
  if (answer === 'hang') return;
  if (answer === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    response.write('{"data":[{"embed', () => response.destroy());
    return;
  }
  response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
  response.end(answer.text ?? JSON.stringify(answer.json));
}

/** Short waits; what is tested is that and how often is waited, not how long. */
export const FAST: HttpPolicy = { attempts: 3, firstDelayMs: 1, maxDelayMs: 50, timeoutMs: 60_000 };

/** What a compatible server answers: the vector of a text tells its length, so that order can be checked. */
export function openaiAnswer(body: Record<string, unknown>, dimensions = 4): Answer {
  const inputs = body.input as string[];
  return {
    json: {
      object: 'list',
      data: inputs.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text, dimensions) })),
    },
  };
}

/** Unit length, (length of the text, 1, 0, …) before scaling. */
export function vectorOf(text: string, dimensions = 4): number[] {
  const norm = Math.hypot(text.length, 1);
  return Array.from({ length: dimensions }, (_, at) => (at === 0 ? text.length / norm : at === 1 ? 1 / norm : 0));
}

/** The length of the text that a vector of `vectorOf` was made from. */
export function lengthIn(vector: Float32Array | undefined): number {
  return Math.round(vector![0]! / vector![1]!);
}
