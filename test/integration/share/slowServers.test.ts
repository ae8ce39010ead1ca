/** Servers that an artifact is fetched from, and that send too much, too slowly, or one where it should not be asked. */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Agent, fetch as fetchWith } from 'undici';
import { afterAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { createFetch, type Fetch } from '../../../src/net/createFetch.ts';
import type { FetchPolicy } from '../../../src/net/fetchSafely.ts';
import { askGithub } from '../../../src/net/githubApi.ts';
import { tarHeader } from '../../../src/share/artifact/archive.ts';
import { download } from '../../../src/share/artifact/download.ts';
import { selfSigned } from '../../helpers/selfSigned.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { sendFile, webServer } from '../../helpers/webServer.ts';
import { published } from './publishedIndex.ts';

const POLICY: FetchPolicy = { attempts: 2, firstDelayMs: 1, maxDelayMs: 10, stallMs: 300 };
const closing: (() => void)[] = [];

afterAll(() => {
  for (const close of closing) close();
});

function fetching(
  url: string,
  policy: Partial<FetchPolicy> = {},
  fetch: Fetch = createFetch({}),
  cacheDir: string = tempDir(),
) {
  return download({ ...requestFor(url), cacheDir, fetch, policy: { ...POLICY, ...policy } });
}

const requestFor = (url: string) => ({
  url: new URL(url),
  headers: {},
  onProgress: () => undefined,
  fetch: createFetch({}),
  log: silentLog,
  policy: POLICY,
});

function asking(api: string, policy: Partial<FetchPolicy> = {}) {
  const place = { api: new URL(api), owner: 'acme', repository: 'shop', credential: undefined };
  const request = { fetch: createFetch({}), log: silentLog, policy: { ...POLICY, ...policy } };
  return askGithub(place, { path: 'releases', asking: request });
}

/** What comes after the request, as bytes: things that no HTTP library would send. */
async function rawServer(
  answer: (socket: Socket, stop: Promise<void>) => void,
): Promise<{ url: string; asked: number }> {
  const state = { url: '', asked: 0 };
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    const stop = new Promise<void>((resolve) => socket.once('close', () => resolve()));
    socket.once('data', () => {
      state.asked += 1;
      answer(socket, stop);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  closing.push(() => server.close());
  state.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/x.tar`;
  return state;
}

/** Until the other side has closed. */
function drip(socket: Socket, stop: Promise<void>, piece: string, ms = 20): void {
  const timer = setInterval(() => socket.write(piece), ms);
  void stop.then(() => clearInterval(timer));
}

const OK = 'HTTP/1.1 200 OK\r\n';

describe('a server that never comes to an end', () => {
  it.each<[string, (socket: Socket, stop: Promise<void>) => void, RegExp]>([
    [
      'that sends a byte now and then',
      (socket, stop) => {
        socket.write(`${OK}content-length: 1000000\r\n\r\n`);
        drip(socket, stop, 'x');
      },
      /too slowly: \d+ bytes in 1 s|nothing came/,
    ],
    [
      'that sends chunks of a byte with extensions',
      (socket, stop) => {
        socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
        drip(socket, stop, `1;${'e=f;'.repeat(200)}\r\nx\r\n`);
      },
      /too slowly|nothing came|terminated|HPE_|Parse/,
    ],
    [
      'whose headers never end',
      (socket, stop) => {
        socket.write(OK);
        drip(socket, stop, 'x-a: b\r\n');
      },
      /nothing came for 1 s/,
    ],
    [
      'that sends headers without measure',
      (socket) => socket.write(`${OK}${'set-cookie: a=b\r\n'.repeat(100_000)}`),
      /HEADERS_OVERFLOW|[Hh]eaders? [Oo]verflow/,
    ],
    [
      'that says "early hints" for ever',
      (socket, stop) => drip(socket, stop, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'),
      /nothing came for 1 s/,
    ],
    ['that says nothing', () => undefined, /nothing came for 1 s/],
  ])('%s is left, with a named error', async (_, answer, message) => {
    const server = await rawServer(answer);
    await expect(fetching(server.url)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringMatching(message),
    });
    expect(server.asked).toBe(2);
  });

  it('is left when the whole time is up, however fast it sends', async () => {
    const server = await rawServer((socket, stop) => {
      socket.write(`${OK}transfer-encoding: chunked\r\n\r\n`);
      drip(socket, stop, `400\r\n${'x'.repeat(1024)}\r\n`, 5);
    });
    const pulled = fetching(server.url, { attempts: 1000, wholeMs: 700, stallMs: 60_000 });
    await expect(pulled).rejects.toMatchObject({ code: 'NETWORK', message: expect.stringContaining('longer than') });
    expect(server.asked).toBe(1);
  });

  it.each([
    ['whose name nobody knows is asked for twice', 'ENOTFOUND', 0, 2],
    ['whose name is lost after it has answered is asked for as often as others', 'ENOTFOUND', 1, 5],
    ['that ends connections is asked as often as others', 'ECONNRESET', 0, 5],
  ])('%s', async (name, code, answers, most) => {
    let asked = 0;
    const fetch: Fetch = async () => {
      asked += 1;
      if (asked <= answers) return new Response('', { status: 503 });
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
    };
    const url = `https://${name.length}.example/x.tar`;
    await expect(fetching(url, { attempts: 5 }, fetch)).rejects.toMatchObject({ code: 'NETWORK' });
    expect(asked).toBe(most);
  });

  it('is asked no more than six times where it redirects in a circle', async () => {
    const server = await webServer((_, response) => response.writeHead(302, { location: '/again' }).end());
    await expect(fetching(server.url)).rejects.toMatchObject({ message: expect.stringContaining('in a circle') });
    expect(server.asked).toHaveLength(6);
  });
});

describe('a server that sends too much', () => {
  const endless = (piece: Buffer, headers: Record<string, string> = {}) => {
    const sent = { bytes: 0 };
    const server = webServer((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', ...headers });
      const more = (): void => {
        while (!response.destroyed && response.write(piece)) sent.bytes += piece.length;
        sent.bytes += piece.length;
      };
      response.on('drain', more);
      more();
    });
    return { server, sent };
  };

  it('of JSON is left after a few megabytes, and not asked again', async () => {
    const { server, sent } = endless(Buffer.alloc(2 ** 16, '[1],'));
    const { url, asked } = await server;
    await expect(asking(url)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringMatching(/more than GitHub would.*4194304/),
    });
    expect(asked).toHaveLength(1);
    expect(sent.bytes).toBeLessThan(64 * 2 ** 20);
  });

  it('of JSON, packed a thousandfold, is left after a few megabytes too', async () => {
    const { server, sent } = endless(gzipSync(Buffer.alloc(2 ** 26, ' ')), { 'content-encoding': 'gzip' });
    const { url, asked } = await server;
    await expect(asking(url)).rejects.toMatchObject({ message: expect.stringContaining('more than GitHub would') });
    expect(asked).toHaveLength(1);
    expect(sent.bytes).toBeLessThan(16 * 2 ** 20);
  });

  it.each([
    ['brackets', `${'['.repeat(2_000_000)}`],
    ['objects', `[${'{},'.repeat(1_300_000)}0]`],
  ])('of %s is not taken apart, and not asked again', async (_, json) => {
    const { url, asked } = await webServer((__, response) => response.end(json));
    await expect(asking(url)).rejects.toMatchObject({ message: expect.stringContaining('JSON of more than') });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['that is no archive', Buffer.alloc(2 ** 16, '<html>'), /is no packed index: it is not a tar archive/],
    ['that is a zip', Buffer.from('PK\x03\x04'.padEnd(2 ** 16)), /is no packed index: it is not a tar archive/],
    ['that is another archive', tarHeader('a.txt', 0), /is no packed index: its first member is not manifest.json/],
  ])('of something %s is left after two megabytes, and nothing of it stays', async (_, piece, said) => {
    const { server, sent } = endless(piece);
    const { url, asked } = await server;
    const cacheDir = tempDir();
    await expect(fetching(url, {}, undefined, cacheDir)).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: expect.stringMatching(said),
    });
    expect(asked).toHaveLength(1);
    expect(sent.bytes).toBeLessThan(16 * 2 ** 20);
    expect(readdirSync(cacheDir)).toEqual([]);
  });

  it('of a zip is read on where GitHub packs into zips', async () => {
    const { url } = await webServer((_, response) => response.end(Buffer.from('PK\x03\x04'.padEnd(2 ** 21))));
    const request = { ...requestFor(url), cacheDir: tempDir(), mayBeZip: true };
    expect((await download(request)).received).toBe(2 ** 21);
  });

  it('of a packed index is left where that must have ended, and nothing of it stays', async () => {
    const whole = readFileSync((await published()).packed.file);
    const { url, asked } = await webServer((_, response) => {
      response.write(whole);
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(2 ** 16))) asked.length;
      };
      response.on('drain', more);
      more();
    });
    const cacheDir = tempDir();
    await expect(fetching(url, {}, undefined, cacheDir)).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: expect.stringMatching(
        /goes on after the \d+ bytes that its packed index can have. Nothing of it was kept/,
      ),
    });
    expect(asked).toHaveLength(1);
    expect(readdirSync(cacheDir)).toEqual([]);
  });

  it.each([
    [206, 'a part of the file'],
    [416, 'no such part of the file'],
  ])('where nobody asked for a part (%s) is named', async (status, what) => {
    const { url, asked } = await webServer((_, response) =>
      response.writeHead(status, { 'content-range': 'bytes 0-9/100' }).end('0123456789'),
    );
    await expect(fetching(url)).rejects.toMatchObject({
      code: 'NETWORK',
      message: `${url}/ answers with ${what} (status ${status}); it was asked for all of it.`,
      hint: expect.stringContaining('does ranges wrongly'),
    });
    expect(asked).toHaveLength(1);
  });

  it('that somebody has put a link for is not written where the link leads', async () => {
    if (process.platform === 'win32') return;
    const content = Buffer.from('0123456789');
    const { url, asked } = await webServer((request, response) =>
      sendFile(request, response, content, { etag: '"1"' }),
    );
    const cacheDir = tempDir();
    const target = join(tempDir(), 'mine');
    writeFileSync(target, 'mine');
    const name = createHash('sha256').update(`${url}/`).digest('hex').slice(0, 32);
    symlinkSync(target, join(cacheDir, `${name}.part`));
    writeFileSync(join(cacheDir, `${name}.mark`), '"1"');
    const { file } = await fetching(`${url}/`, {}, undefined, cacheDir);
    expect(asked[0]!.headers.range).toBeUndefined();
    expect(readFileSync(file)).toEqual(content);
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  it('of a file in another encoding is refused: it was asked for the bytes', async () => {
    const { url, asked } = await webServer((_, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(2 ** 20))),
    );
    await expect(fetching(url)).rejects.toMatchObject({ message: expect.stringContaining('another encoding') });
    expect(asked[0]!.headers['accept-encoding']).toBe('identity');
    expect(asked).toHaveLength(1);
  });
});

describe('a redirect', () => {
  const plainly = (async (url, init) => {
    const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
    return fetchWith(url, { ...init, dispatcher } as never) as unknown;
  }) as Fetch;

  async function secure(location: () => string): Promise<string> {
    const server = createTlsServer(selfSigned('localhost'), (_, response) =>
      response.writeHead(302, { location: location() }).end(),
    );
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve);
    });
    closing.push(
      () => server.closeAllConnections(),
      () => server.close(),
    );
    return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  it('is not even read from a server whose certificate is not trusted; the variable that helps is named', async () => {
    await expect(fetching(`${await secure(() => '/x')}/x`)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('its certificate is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)'),
      hint: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
  });

  it.each(['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '127.1', '0x7f000001', '[::ffff:127.0.0.1]', 'LOCALHOST.'])(
    'from https to http is not followed, to %s neither',
    async (host) => {
      const plain = await webServer((_, response) => response.end('taken'));
      const url = await secure(() => `http://${host}:${new URL(plain.url).port}/x`);
      await expect(fetching(`${url}/x`, {}, plainly)).rejects.toMatchObject({
        code: 'NETWORK',
        message: expect.stringContaining('which is not asked'),
      });
      expect(plain.asked).toEqual([]);
    },
  );

  it('to http is not followed after one to https either', async () => {
    const plain = await webServer((_, response) => response.end('taken'));
    const encrypted = await secure(() => `${plain.url}/x`);
    const first = await webServer((_, response) => response.writeHead(302, { location: `${encrypted}/x` }).end());
    await expect(fetching(first.url, {}, plainly)).rejects.toMatchObject({
      message: expect.stringContaining('which is not asked'),
    });
    expect(plain.asked).toEqual([]);
  });

  it.each([
    'localhost',
    '127.0.0.1',
    '[::1]',
    '0.0.0.0',
    '127.1',
    '[::ffff:127.0.0.1]',
    '[::]',
    'a.localhost',
    'localhost.',
  ])('from another machine to this one is not followed: %s', async (host) => {
    const asked: string[] = [];
    // Another machine, as far as its name tells.
    const elsewhere: Fetch = async (url) => {
      asked.push(url.host);
      return new Response(null, { status: 302, headers: { location: `http://${host}:9/x` } });
    };
    await expect(fetching('http://index.example/x', {}, elsewhere)).rejects.toMatchObject({
      message: expect.stringContaining('which is not asked'),
    });
    expect(asked).toEqual(['index.example']);
  });
});
