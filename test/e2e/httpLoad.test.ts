/** Connections that somebody opens to hold the server: event streams, requests that are never whole, answers that nobody fetches. */

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { TempRepo } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';
import { rawBytes, rawCall, type Server, startServer } from './httpClient.ts';

const TOKEN = 'a-token-of-a-test-0123456789';
const authorization = `Bearer ${TOKEN}`;

let repo: TempRepo;
let server: Server | null = null;
let sockets: Socket[] = [];

beforeAll(async () => {
  const made = shopRepo();
  repo = await indexed({ ...made, env: { ...made.env, CORA_EMBEDDER: 'hash' } });
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  await server?.stop();
  server = null;
});

interface Held {
  socket: Socket;
  /** What it was told so far. */
  text(): string;
}

/** Opens connections that send the same bytes and stay. */
async function hold(port: number, count: number, bytes: string): Promise<Held[]> {
  const held: Held[] = [];
  for (let at = 0; at < count; at++) {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    let text = '';
    socket.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    socket.on('error', () => socket.destroy());
    held.push({ socket, text: () => text });
    // Sent one after the other, so that the line of the system does not overflow.
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    socket.write(bytes);
  }
  return held;
}

const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`;

describe('a server that somebody opens connections to', () => {
  it('answers others beside 2,000 event streams: some are served, the rest are told that there are too many', async () => {
    server = await startServer({ cwd: repo.dir, env: repo.env });
    const streams = await hold(server.port, 2000, get('/jobs/events'));
    expect(await server.call('GET', '/health')).toMatchObject({ status: 200, body: { status: 'healthy' } });
    expect((await server.call('GET', '/search?q=cart')).status).toBe(200);
    await expect.poll(() => streams.filter(({ text, socket }) => text() === '' && !socket.destroyed).length).toBe(0);
    const served = streams.filter(({ text }) => text().startsWith('HTTP/1.1 200'));
    const refused = streams.filter(({ text }) => text().startsWith('HTTP/1.1 429'));
    expect(served).toHaveLength(128);
    expect(served.filter(({ socket }) => socket.destroyed).length).toBe(0);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused[0]!.text()).toMatch(/retry-after: 5[\s\S]*"code":"TOO_MANY_STREAMS"/i);
    // Whoever leaves makes room.
    for (const { socket } of served.slice(0, 10)) socket.destroy();
    const again = async () => (await hold(server!.port, 1, get('/jobs/events')))[0]!;
    await expect
      .poll(async () => {
        const one = await again();
        await expect.poll(() => one.text()).not.toBe('');
        return one.text().slice(0, 12);
      })
      .toBe('HTTP/1.1 200');
  });

  it.each([
    ['headers that have no end', 'GET /search?q=cart HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
    ['not a byte', ''],
    [
      'a body that does not come',
      'POST /search HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    ],
    ['an answer that is kept alive', get('/health')],
  ])('answers who has the token beside 2,200 connections without it, with %s', async (_, bytes) => {
    server = await startServer({ cwd: repo.dir, env: { ...repo.env, CORA_TOKEN: TOKEN } });
    const first = await hold(server.port, 100, bytes);
    await hold(server.port, 2100, bytes);
    // A connection of its own for each, so that nothing is answered on one that was there before.
    for (const path of ['/health', '/search?q=cart', '/health'])
      expect((await rawCall(server, 'GET', path, { authorization, connection: 'close' })).status).toBe(200);
    // The oldest went first.
    await expect.poll(() => first.filter(({ socket }) => socket.destroyed).length).toBe(100);
  });

  it('ends a connection that asks on and on without waiting for answers', async () => {
    server = await startServer({ cwd: repo.dir, env: repo.env });
    const answers = await rawBytes(server, get('/search?q=cart').repeat(200));
    // Whatever they say: one that is let ask gets 200 of them.
    expect(answers.split('HTTP/1.1 ').length - 1).toBeLessThan(200);
    expect((await server.call('GET', '/health')).status).toBe(200);
  });
});
