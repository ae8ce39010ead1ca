/** Clients that go away in the middle of a conversation: a server goes on for everybody else, keeps nothing open, and ends when it is told. */

import { readdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cora } from '../helpers/cora.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { IS_FULL, randomOf } from '../helpers/faults/seed.ts';
import { startCli } from '../helpers/runCli.ts';
import type { TempRepo } from '../helpers/tempRepo.ts';
import { shopRepo } from './cliShell.ts';
import { startServer } from './httpClient.ts';

const CLIENTS = IS_FULL ? 400 : 40;
/** Milliseconds; a closed socket is gone at once, but for a machine that is busy. */
const PATIENCE = 30_000;

const table = faultTable('Clients that go away');
let repo: TempRepo;

beforeAll(async () => {
  repo = shopRepo();
  await cora(repo).index();
});

afterAll(() => table.check());

const here = () => ({ cwd: repo.dir, env: { ...repo.env, CORA_EMBEDDER: 'hash' } });

/** How far a client comes before it is gone. */
const HTTP_CLIENTS: readonly ((socket: Socket, port: number) => Promise<unknown>)[] = [
  async (socket) => socket.write('POST /search HTT'),
  async (socket, port) => socket.write(`${headOf(port, 'POST /search', 400)}{"query":`),
  async (socket, port) => {
    socket.write(`${headOf(port, 'POST /mcp', 400)}{"jsonrpc":`);
    await sleep(30);
  },
  async (socket, port) => socket.write(`${headOf(port, 'POST /search', 19)}{"query":"addItem"}`),
  async (socket, port) => {
    socket.write(`${headOf(port, 'POST /search', 19)}{"query":"addItem"}`);
    await Promise.race([new Promise((resolve) => socket.once('data', resolve)), sleep(PATIENCE)]);
  },
  async (socket, port) => {
    socket.write(headOf(port, 'GET /jobs/events', 0));
    await sleep(30);
  },
  async (socket, port) =>
    socket.write(
      `${headOf(port, 'POST /mcp', 58)}{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{}}`.replace(
        '\r\n\r\n',
        '\r\naccept: application/json, text/event-stream\r\n\r\n',
      ),
    ),
];

function headOf(port: number, what: string, length: number): string {
  const lines = [`${what} HTTP/1.1`, `host: 127.0.0.1:${port}`, 'content-type: application/json'];
  return `${[...lines, `content-length: ${length}`].join('\r\n')}\r\n\r\n`;
}

/** On Linux; elsewhere nothing can be counted. */
function descriptorsOf(pid: number): number {
  return process.platform === 'linux' ? readdirSync(`/proc/${pid}/fd`).length : 0;
}

describe('of cora serve', () => {
  it('leave it as it was', async () => {
    const random = randomOf('clients');
    const server = await startServer(here());
    const ask = () => server.call<{ results: unknown[] }>('POST', '/search', { query: 'addItem' });
    for (let times = 0; times < 3; times++) expect((await ask()).status).toBe(200);
    const come = async (clients: number): Promise<void> => {
      for (let at = 0; at < clients; at++) {
        const socket = connect(server.port, '127.0.0.1');
        socket.on('error', () => socket.destroy());
        await HTTP_CLIENTS[at % HTTP_CLIENTS.length]!(socket, server.port);
        if (random() < 0.5) socket.destroy();
        else socket.resetAndDestroy();
      }
    };
    // What is loaded with the first of each kind stays.
    await come(HTTP_CLIENTS.length);
    expect((await ask()).status).toBe(200);
    const before = descriptorsOf(server.child.pid!);
    await come(CLIENTS);
    const answer = await ask();
    expect([answer.status, answer.body.results.length > 0]).toEqual([200, true]);
    for (let waited = 0; descriptorsOf(server.child.pid!) > before + 2 && waited < PATIENCE; waited += 100)
      await sleep(100);
    expect(descriptorsOf(server.child.pid!)).toBeLessThanOrEqual(before + 2);
    const { code, signal, stderr } = await server.stop();
    expect([code, signal]).toEqual([0, null]);
    expect(stderr).not.toMatch(/unexpected|\\n {4}at |"level":"error"/);
    table.add({
      fault: 'of `cora serve`: before, in and after a request, and while events come',
      happens: 'the others are answered; nothing stays open',
      mends: 'nothing needs to',
    });
  });
});

const INITIALIZE = {
  method: 'initialize',
  id: 1,
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'goes away', version: '1' } },
};
const search = (id: number) => ({
  method: 'tools/call',
  id,
  params: { name: 'search', arguments: { query: 'addItem' } },
});

describe('of cora mcp', () => {
  it.each([
    ['a client that closes its input', (end: Ends) => end.stdin.end()],
    ['a client that stops reading', (end: Ends) => end.stdout.destroy()],
    ['a client that is gone', (end: Ends) => [end.stdout, end.stdin, end.stderr].map((stream) => stream.destroy())],
  ])('%s: the server ends too', async (said, goAway) => {
    const { child, ended } = startCli(['mcp'], here());
    const streams = { stdin: child.stdin!, stdout: child.stdout!, stderr: child.stderr! };
    const say = (message: object) => streams.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    streams.stdin.on('error', () => streams.stdin.destroy());
    say(INITIALIZE);
    await new Promise((resolve) => streams.stdout.once('data', resolve));
    for (let id = 2; id < 8; id++) say(search(id));
    goAway(streams);
    if (!streams.stdin.destroyed && !streams.stdin.writableEnded) {
      // A client that stops reading is noticed with the next answer.
      const asking = setInterval(() => say(search(9)), 200);
      await ended.finally(() => clearInterval(asking));
    }
    const { stderr } = await ended;
    expect(stderr).not.toMatch(/unexpected error|^ {4}at /m);
    table.add({
      fault: `of \`cora mcp\`: ${said}`,
      happens: 'it ends silently',
      mends: 'nothing needs to',
    });
  });
});

interface Ends {
  stdin: NodeJS.WritableStream & { destroy(): unknown };
  stdout: { destroy(): unknown };
  stderr: { destroy(): unknown };
}

describe('of a command', () => {
  it('a reader that stops: its output ends without a word', async () => {
    const { child, ended } = startCli(['query', '--batch', '-', '--json'], here());
    child.stdin!.on('error', () => child.stdin!.destroy());
    child.stdout!.once('data', () => child.stdout!.destroy());
    for (let id = 0; id < 200; id++) child.stdin!.write(`${JSON.stringify({ id, query: `addItem ${id}` })}\n`);
    child.stdin!.end();
    expect(await ended).toMatchObject({ code: 141, stderr: '' });
    table.add({
      fault: 'of any other command: a reader that stops (`head`)',
      happens: 'it ends without a word, and with exit code 141 (as of SIGPIPE) if something was left to write',
      mends: 'nothing needs to',
    });
  });
});
