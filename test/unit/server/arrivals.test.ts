/** Clients that come at once are all let in before the first of them is worked for. */

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, it } from 'vitest';
import { arrivalsAt } from '../../../src/server/httpPort.ts';

const CLIENTS = 60;

it('lets in everybody who waits at the door before work begins', async () => {
  const server = createServer();
  const arrived = arrivalsAt(server);
  let inside = 0;
  const seen: number[] = [];
  server.on('connection', () => {
    inside += 1;
  });
  server.on('request', async (_, response) => {
    await arrived();
    seen.push(inside);
    const until = performance.now() + 5;
    while (performance.now() < until);
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: CLIENTS }, () => connect(port, '127.0.0.1'));
  try {
    const answers = sockets.map((socket) => once(socket, 'data'));
    for (const socket of sockets) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await Promise.all(answers);
    expect(seen).toEqual(Array(CLIENTS).fill(CLIENTS));
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});
