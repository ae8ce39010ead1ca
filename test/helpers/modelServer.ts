/** A loopback server that speaks Ollama's and OpenAI's chat protocols, answers as the test says and remembers what it was asked. */

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface AskedModel {
  path: string;
  headers: IncomingHttpHeaders;
  body: Record<string, unknown>;
  system: string;
  prompt: string;
  /** Settles when the connection is closed, by whichever side. */
  closed: Promise<void>;
}

/**
 * Pieces of a good answer, or what a bad one does. `hang`: never answers. `silent`: one piece, then nothing. `cut`: one piece,
 * then the connection is gone.
 */
export type ModelAnswer =
  | { pieces: Iterable<string> | AsyncIterable<string>; finish?: 'stop' | 'length' }
  | { status?: number; headers?: Record<string, string>; text: string }
  | 'hang'
  | 'silent'
  | 'cut';

export interface ModelServer {
  url: string;
  host: string;
  asked: AskedModel[];
  /** What makes a process use it, as environment. */
  env: Record<string, string>;
  close(): Promise<void>;
}

/** @param answer is given the request and its number, from 0 */
export async function serveModel(
  answer: (asked: AskedModel, number: number) => ModelAnswer | Promise<ModelAnswer>,
): Promise<ModelServer> {
  const asked: AskedModel[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
    const messages = body.messages as { role: string; content: string }[];
    const contentOf = (role: string): string => messages.find((message) => message.role === role)?.content ?? '';
    const closed = once(response, 'close').then(() => undefined);
    const path = request.url ?? '';
    asked.push({
      path,
      headers: request.headers,
      body,
      system: contentOf('system'),
      prompt: contentOf('user'),
      closed,
    });
    await write(response, path.endsWith('/api/chat') ? OLLAMA : OPENAI, await answer(asked.at(-1)!, asked.length - 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: `http://${host}`,
    host,
    asked,
    env: { OLLAMA_HOST: host, CORA_OPENAI_BASE_URL: `http://${host}/v1` },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

interface Protocol {
  type: string;
  piece(text: string): string;
  end(finish: string): string;
}

const OLLAMA: Protocol = {
  type: 'application/x-ndjson',
  piece: (content) => `${JSON.stringify({ message: { role: 'assistant', content }, done: false })}\n`,
  end: (finish) => {
    const end = { done: true, done_reason: finish, prompt_eval_count: 100, eval_count: 20 };
    return `${JSON.stringify({ message: { role: 'assistant', content: '' }, ...end })}\n`;
  },
};

const OPENAI: Protocol = {
  type: 'text/event-stream',
  piece: (content) => `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: null }] })}\n\n`,
  end: (finish) =>
    [
      { choices: [{ delta: {}, finish_reason: finish }] },
      { choices: [], usage: { prompt_tokens: 100, completion_tokens: 20 } },
    ]
      .map((event) => `data: ${JSON.stringify(event)}\n\n`)
      .concat('data: [DONE]\n\n')
      .join(''),
};

async function write(response: ServerResponse, protocol: Protocol, answer: ModelAnswer): Promise<void> {
  if (answer === 'hang') return;
  if (typeof answer === 'object' && 'text' in answer) {
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers });
    response.end(answer.text);
    return;
  }
  response.writeHead(200, { 'content-type': protocol.type });
  if (typeof answer === 'object') {
    for await (const piece of answer.pieces) response.write(protocol.piece(piece));
    response.end(protocol.end(answer.finish ?? 'stop'));
    return;
  }
  response.write(protocol.piece('The beginning of'), () => {
    if (answer === 'cut') response.destroy();
  });
}
