/** `cora serve` as built, and a client that calls it as fetch does, or by hand where fetch is too polite. */

import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { jsonLines } from '../helpers/jsonLines.ts';
import { type CliResult, startCli } from '../helpers/runCli.ts';
import { tempDir } from '../helpers/tempRepo.ts';

export interface Server {
  url: string;
  port: number;
  /** CORA_HOME */
  home: string;
  child: ChildProcess;
  ended: Promise<CliResult>;
  /** Its log until now, each line of JSON. */
  log(): Record<string, unknown>[];
  call<T = unknown>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply<T>>;
  /** `GET /repos` of this server, as `method path` of every route that was called: `GET /repos`. */
  called: Set<string>;
  stop(): Promise<CliResult>;
}

export interface Reply<T> {
  status: number;
  headers: Headers;
  body: T;
}

export interface ServeOptions {
  cwd: string;
  env: NodeJS.ProcessEnv;
  args?: readonly string[];
  home?: string;
}

export async function startServer({
  cwd,
  env,
  args = [],
  home = tempDir('cora-home-'),
}: ServeOptions): Promise<Server> {
  const { child, ended } = startCli(['serve', '--port', '0', '--verbose', ...args], {
    cwd,
    env: { CORA_EMBEDDER: 'hash', ...env, CORA_HOME: home },
  });
  let stderr = '';
  const url = await new Promise<string>((resolve, reject) => {
    child.stderr!.on('data', (text: string) => {
      stderr += text;
      const [, found] = /Listening on (http:\S+)\n/.exec(stderr) ?? [];
      if (found !== undefined) resolve(found.replace('0.0.0.0', '127.0.0.1'));
    });
    void ended.then((result) => reject(new Error(result.stderr)));
  });
  const called = new Set<string>();
  return {
    url,
    port: Number(new URL(url).port),
    home,
    child,
    ended,
    called,
    log: () => jsonLines(stderr.replace(/^(?!\{).*\n/gm, '')),
    async call<T>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      called.add(`${method} ${path.split('?')[0]}`);
      const response = await fetch(`${url}${path}`, {
        method,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return { status: response.status, headers: response.headers, body: (await response.json()) as T };
    },
    async stop() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

export interface RawReply {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

/** With headers that fetch refuses to send, and a path that nobody tidies up. */
export async function rawCall(
  { port }: Pick<Server, 'port'>,
  method: string,
  path: string,
  headers: OutgoingHttpHeaders = {},
  body = '',
): Promise<RawReply> {
  const call = request({ host: '127.0.0.1', port, method, path, headers });
  call.end(body);
  const [response] = await once(call, 'response');
  response.setEncoding('utf8');
  let text = '';
  for await (const piece of response) text += piece;
  return { status: response.statusCode, headers: response.headers, text };
}

/** What a socket answers to these bytes until it is closed. */
export async function rawBytes({ port }: Pick<Server, 'port'>, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => socket.destroy());
  socket.write(bytes);
  await once(socket, 'close');
  return text;
}

export interface Failure {
  error: { code: string; message: string; hint: string | null; request_id: string };
}
