/** Who may hold a server of MCP on HTTP: bodies that do not come hold nothing, and one address not all that there is. */

import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished } from 'vitest';
import { CoraError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { type Place, Places } from '../../../src/mcp/places.ts';
import { Slots } from '../../../src/server/liveRequests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { eventually } from '../../helpers/eventually.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { mcpServer, registryOf } from './mcpApp.ts';

const LIST = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}';
const STATUS = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"status","arguments":{}}}';

/** No call of a tool is answered before `open`. */
async function serve() {
  const { dir, env } = tempRepo();
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let waiting = 0;
  class Waiting extends Places {
    override async pick(): Promise<Place> {
      waiting += 1;
      await gate;
      throw new CoraError('USAGE', 'too late');
    }
  }
  const surroundings = { dir, env, cacheDir: tempDir(), log: silentLog };
  const { registry, sessions } = registryOf([dir], surroundings, () => resolveOptions({}, {}, null));
  const never = () => Promise.reject(new Error('nothing is built here'));
  const places = new Waiting(registry, sessions);
  const builds = { ensure: never, run: never };
  const served = { mayWrite: true, open: async () => ({ places, builds }) };
  const slots = new Slots({ running: () => 4, waiting: 500 });
  const { server, live, close } = mcpServer(served, slots);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    open();
    close();
    sessions.close();
  });
  return { port: (server.address() as AddressInfo).port, open, slots, live, waiting: () => waiting };
}

interface Asked {
  socket: Socket;
  said(): string;
}

async function ask(port: number, body: string, length = body.length, localAddress = '127.0.0.1'): Promise<Asked> {
  const socket = connect({ port, host: '127.0.0.1', localAddress });
  let said = '';
  socket.setEncoding('utf8').on('data', (piece: string) => {
    said += piece;
  });
  socket.on('error', () => socket.destroy());
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  const head = ['content-type: application/json', 'accept: application/json, text/event-stream'];
  // The server says of a body that is to come that it may.
  if (length > body.length) head.push('expect: 100-continue');
  socket.write(
    `POST /mcp HTTP/1.1\r\nhost: 127.0.0.1\r\n${head.join('\r\n')}\r\ncontent-length: ${length}\r\n\r\n${body}`,
  );
  return { socket, said: () => said };
}

slow.it('answers beside hundreds of bodies that do not come, of which the oldest go', async () => {
  const { port } = await serve();
  const slow: Asked[] = [];
  // As many connections as one address may hold, and a hundred more.
  for (let at = 0; at < 11; at++)
    slow.push(...(await Promise.all(Array.from({ length: 100 }, () => ask(port, '{', 100)))));
  const answered = await ask(port, LIST);
  await eventually(async () => expect(answered.said()).toMatch(/^HTTP\/1.1 200[\s\S]*"search"/));
  await eventually(async () => expect(slow.slice(0, 100).filter(({ socket }) => !socket.destroyed)).toEqual([]));
});

// Only Linux has these addresses without being told.
quick.it.skipIf(process.platform !== 'linux')(
  'answers others where one address has taken all that it may',
  async () => {
    const { port, open, slots, waiting } = await serve();
    const first: Asked[] = [];
    for (let at = 0; at < 128; at++) first.push(await ask(port, STATUS));
    await eventually(async () => expect([waiting(), slots.waiting]).toEqual([4, 124]));
    const refused = await ask(port, LIST);
    await eventually(async () => expect(refused.said()).toMatch(/^HTTP\/1.1 429[\s\S]*retry-after: 5/i));
    const other = await ask(port, LIST, LIST.length, '127.0.0.2');
    await eventually(async () => expect(other.said()).toMatch(/^HTTP\/1.1 200/));
    open();
    for (const { said } of first) await eventually(async () => expect(said()).toMatch(/^HTTP\/1.1 200[\s\S]*too late/));
    const again = await ask(port, LIST);
    await eventually(async () => expect(again.said()).toMatch(/^HTTP\/1.1 200/));
  },
);

quick.it('has the hundred calls of one message take one place', async () => {
  const { port, open, slots, waiting } = await serve();
  const calls = Array.from({ length: 100 }, (_, id) => STATUS.replace('"id":1', `"id":${id}`));
  const both = await Promise.all([ask(port, `[${calls.join(',')}]`), ask(port, `[${calls.join(',')}]`)]);
  await eventually(async () => expect([waiting(), slots.running, slots.waiting]).toEqual([2, 2, 0]));
  open();
  for (const { said } of both) await eventually(async () => expect(said().match(/too late/g)).toHaveLength(100));
  expect([waiting(), slots.running, slots.waiting]).toEqual([200, 0, 0]);
});

quick.it('has none of a message begun whose client is gone', async () => {
  const { port, open, slots, live, waiting } = await serve();
  const calls = Array.from({ length: 100 }, (_, id) => STATUS.replace('"id":1', `"id":${id}`));
  const { socket } = await ask(port, `[${calls.join(',')}]`);
  await eventually(async () => expect(waiting()).toBe(1));
  socket.destroy();
  await eventually(async () => expect(live.size).toBe(0));
  open();
  await eventually(async () => expect(slots.running).toBe(0));
  expect(waiting()).toBeLessThan(3);
});
