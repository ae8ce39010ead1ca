/** `--index https://…`: a packed index of a web server, read by ranges, and what a reader sees of a server that does not keep to them. */

import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HasChanged } from '../../../src/base/errors.ts';
import { createLog } from '../../../src/base/log.ts';
import { PAGE, type PagedRanges } from '../../../src/engine/pagedRanges.ts';
import { tarHeader } from '../../../src/share/artifact/archive.ts';
import { openWebIndex, type WebIndexOptions } from '../../../src/share/openWebIndex.ts';
import { sendRange } from '../../helpers/rangeServer.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { webServer } from '../../helpers/webServer.ts';

const POLICY = { attempts: 2, firstDelayMs: 1, maxDelayMs: 1, stallMs: 5000 };
const FIRST = 32 * PAGE;

/** The beginning of a packed index of format 2, and bytes that stand for the rest. */
function archive(seed: string, size = 90 * PAGE + 100): Buffer {
  const manifest = Buffer.from(JSON.stringify({ formatVersion: 2, commit: seed }));
  const head = Buffer.concat([tarHeader('manifest.json', manifest.length), manifest]);
  const all = Buffer.from(
    Uint8Array.from({ length: size }, (_, at) => (at * 7 + seed.charCodeAt(0) + (at >> 8)) % 253),
  );
  head.copy(all);
  return all;
}

function place() {
  const cacheDir = tempDir();
  const said: string[] = [];
  const log = createLog((line) => said.push(line), { quiet: false, verbose: true });
  const opened: PagedRanges[] = [];
  return {
    said,
    cacheDir,
    open: async (url: string, options: WebIndexOptions = {}) => {
      const index = await openWebIndex(url, { env: {}, cacheDir, log }, { policy: POLICY, ...options });
      if (index.ranges !== null) opened.push(index.ranges);
      return index;
    },
    ranges: async (url: string) => {
      const { ranges } = await openWebIndex(url, { env: {}, cacheDir, log }, { policy: POLICY });
      opened.push(ranges!);
      return ranges!;
    },
    /** Makes what is kept look an hour old. */
    age: () => {
      const then = new Date(Date.now() - 3_600_000);
      for (const folder of ['ranges', 'web'])
        for (const name of list(join(cacheDir, folder))) utimesSync(join(cacheDir, folder, name), then, then);
    },
    kept: () => list(join(cacheDir, 'ranges')),
  };
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir).sort();
  } catch {
    return [];
  }
}

const same = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;

describe('a packed index at an address', () => {
  it('is read by the ranges that are asked for, which stay for the next process', async () => {
    const content = archive('a');
    const server = await webServer((request, response) => sendRange(request, response, { content, etag: '"1"' }));
    const { ranges, kept } = place();
    const url = `${server.url}/index.tar`;
    const first = await ranges(url);
    expect(first.size).toBe(content.length);
    expect(same(await first.read(80 * PAGE + 5, 100), content.subarray(80 * PAGE + 5, 80 * PAGE + 105))).toBe(true);
    expect(same(await first.read(content.length - 10, 10), content.subarray(-10))).toBe(true);
    const asked = server.asked.map(({ headers }) => [headers.range, headers['if-range']]);
    expect(asked).toEqual([
      [`bytes=0-${FIRST - 1}`, undefined],
      [`bytes=${80 * PAGE}-${81 * PAGE - 1}`, '"1"'],
      [`bytes=${90 * PAGE}-${content.length - 1}`, '"1"'],
    ]);
    first.close();
    const second = await ranges(url);
    expect(same(await second.read(0, 200), content.subarray(0, 200))).toBe(true);
    expect(same(await second.read(80 * PAGE, PAGE), content.subarray(80 * PAGE, 81 * PAGE))).toBe(true);
    expect(same(await second.read(content.length - 10, 10), content.subarray(-10))).toBe(true);
    expect(server.asked).toHaveLength(3);
    expect(kept()).toHaveLength(2);
  });

  it('is for its user alone', async () => {
    if (process.platform === 'win32') return;
    const content = archive('a');
    const server = await webServer((request, response) => sendRange(request, response, { content, etag: '"1"' }));
    const { ranges, kept, cacheDir } = place();
    await ranges(`${server.url}/index.tar`);
    const modeOf = (...names: string[]) => statSync(join(cacheDir, 'ranges', ...names)).mode & 0o777;
    const folder = kept().find((name) => !name.endsWith('.json'))!;
    expect([modeOf(), modeOf(folder), modeOf(`${folder}/bytes`), modeOf(`${folder}/pages`)]).toEqual([
      ...[0o700, 0o700, 0o600, 0o600],
    ]);
  });

  it.each([
    ['a file', 'bytes'],
    ['the checksums', 'pages'],
    ['the folder', ''],
  ])('is not written where a link leads that somebody has put in the place of %s', async (_, planted) => {
    if (process.platform === 'win32') return;
    const content = archive('a');
    const server = await webServer((request, response) => sendRange(request, response, { content, etag: '"1"' }));
    const { ranges, kept, cacheDir } = place();
    const url = `${server.url}/index.tar`;
    (await ranges(url)).close();
    const folder = join(cacheDir, 'ranges', kept().find((name) => !name.endsWith('.json'))!);
    const target = join(tempDir(), 'mine');
    rmSync(join(folder, planted), { recursive: true });
    if (planted === '') mkdirSync(target);
    else writeFileSync(target, '');
    symlinkSync(target, join(folder, planted).replace(/\/$/, ''));
    const opened = await ranges(url);
    expect(same(await opened.read(80 * PAGE, 100), content.subarray(80 * PAGE, 80 * PAGE + 100))).toBe(true);
    expect(planted === '' ? readdirSync(target) : readFileSync(target, 'utf8')).toHaveLength(0);
  });

  it('is asked about again later, and read anew when it is another one', async () => {
    let file = { content: archive('a'), etag: '"1"' };
    const server = await webServer((request, response) => sendRange(request, response, file));
    const { ranges, age } = place();
    const url = `${server.url}/index.tar`;
    await ranges(url);
    await ranges(url);
    expect(server.asked).toHaveLength(1);
    age();
    await ranges(url);
    expect(server.asked.at(-1)!.headers['if-none-match']).toBe('"1"');
    await ranges(url);
    expect(server.asked).toHaveLength(2);
    file = { content: archive('b'), etag: '"2"' };
    age();
    const other = await ranges(url);
    expect(same(await other.read(0, 70 * PAGE), file.content.subarray(0, 70 * PAGE))).toBe(true);
  });

  it('that is put there again as it was keeps what was read of it', async () => {
    const content = archive('a');
    let etag = '"1"';
    const server = await webServer((request, response) => sendRange(request, response, { content, etag }));
    const { ranges, age } = place();
    const url = `${server.url}/index.tar`;
    await (await ranges(url)).read(0, content.length);
    etag = '"2"';
    age();
    const again = await ranges(url);
    const before = server.asked.length;
    expect(same(await again.read(0, content.length), content)).toBe(true);
    expect(server.asked).toHaveLength(before);
  });

  it('of a server that knows no ETags is told apart by its date', async () => {
    const content = archive('a');
    let modified = 'Wed, 04 Nov 2026 10:00:00 GMT';
    const server = await webServer((request, response) => sendRange(request, response, { content, modified }));
    const { ranges, age } = place();
    const opened = await ranges(`${server.url}/index.tar`);
    await opened.read(70 * PAGE, 5);
    expect(server.asked.at(-1)!.headers['if-range']).toBe(modified);
    age();
    await ranges(`${server.url}/index.tar`);
    expect(server.asked.at(-1)!.headers['if-modified-since']).toBe(modified);
    modified = 'Wed, 04 Nov 2026 11:00:00 GMT';
    await expect(opened.read(80 * PAGE, 5)).rejects.toBeInstanceOf(HasChanged);
  });

  it('answers from what is here where the server cannot be reached, and that is said', async () => {
    const content = archive('a');
    let isUp = true;
    const server = await webServer((request, response) => {
      if (isUp) sendRange(request, response, { content, etag: '"1"' });
      else response.destroy();
    });
    const { ranges, age, said } = place();
    const url = `${server.url.replace('//', '//me:pass@')}/index.tar?sig=SECRET`;
    await (await ranges(url)).read(70 * PAGE, 10);
    isUp = false;
    age();
    const offline = await ranges(url);
    expect(same(await offline.read(70 * PAGE, 10), content.subarray(70 * PAGE, 70 * PAGE + 10))).toBe(true);
    await expect(offline.read(80 * PAGE, 10)).rejects.toMatchObject({ code: 'NETWORK' });
    expect(said.join('\n')).toContain(`came from ${server.url}/index.tar before is used`);
    expect(said.join('\n')).not.toMatch(/SECRET|me:pass/);
  });

  it('sends a name and password to its own host alone, and follows a redirect once', async () => {
    const content = archive('a');
    const storage = await webServer((request, response) => sendRange(request, response, { content, etag: '"1"' }));
    const server = await webServer((_request, response) =>
      response.writeHead(302, { location: `${storage.url}/asset?sig=SECRET` }).end(),
    );
    const { ranges } = place();
    const opened = await ranges(`${server.url.replace('//', '//me:pass@')}/index.tar`);
    await opened.read(70 * PAGE, 10);
    await opened.read(80 * PAGE, 10);
    // The one that opened it, and the first of its ranges.
    expect(server.asked).toHaveLength(2);
    expect(new Set(server.asked.map(({ headers }) => headers.authorization))).toEqual(
      new Set([`Basic ${Buffer.from('me:pass').toString('base64')}`]),
    );
    expect(storage.asked.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
  });

  it('sends none to its own host where another one led back to it, also later', async () => {
    const content = archive('a');
    const other = await webServer((_request, response) =>
      response.writeHead(302, { location: `${server.url}/chosen` }).end(),
    );
    const server = await webServer((request, response) =>
      request.url === '/chosen'
        ? sendRange(request, response, { content, etag: '"1"' })
        : response.writeHead(302, { location: `${other.url}/away` }).end(),
    );
    const { ranges } = place();
    const opened = await ranges(`${server.url.replace('//', '//me:pass@')}/index.tar`);
    await opened.read(70 * PAGE, 10);
    await opened.read(80 * PAGE, 10);
    const chosen = server.asked.filter(({ path }) => path === '/chosen');
    expect(chosen.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined, undefined]);
  });

  it.each([400, 401, 403, 404, 410])(
    'asks for the way again when a signed address has expired (%s)',
    async (status) => {
      const content = archive('a');
      let signature = 1;
      const storage = await webServer((request, response) => {
        if (request.url === `/asset?sig=${signature}`) sendRange(request, response, { content, etag: '"1"' });
        else response.writeHead(status).end('expired');
      });
      const server = await webServer((_request, response) =>
        response.writeHead(302, { location: `${storage.url}/asset?sig=${signature}` }).end(),
      );
      const { ranges } = place();
      const opened = await ranges(`${server.url}/index.tar`);
      await opened.read(70 * PAGE, 10);
      signature = 2;
      expect(same(await opened.read(80 * PAGE, 10), content.subarray(80 * PAGE, 80 * PAGE + 10))).toBe(true);
      expect(server.asked).toHaveLength(3);
    },
  );
});

describe('a server without ranges', () => {
  it.each<[string, (response: ServerResponse, content: Buffer) => void]>([
    ['that gives the whole file', (response, content) => response.writeHead(200, { etag: '"1"' }).end(content)],
    [
      'that gives no name to a version',
      (response, content) => response.writeHead(200, { 'content-length': content.length }).end(content),
    ],
  ])('%s: it is downloaded once and kept', async (_, answer) => {
    const content = archive('a');
    const server = await webServer((_request, response) => answer(response, content));
    const { open } = place();
    const { file, ranges } = await open(`${server.url}/index.tar`);
    expect(ranges).toBeNull();
    expect(statSync(file!).size).toBe(content.length);
    const { length } = server.asked;
    expect((await open(`${server.url}/index.tar`)).file).toBe(file);
    expect(server.asked).toHaveLength(length);
  });

  it('ranges whose file cannot be told apart are not used', async () => {
    const content = archive('a');
    const server = await webServer((request, response) => sendRange(request, response, { content }));
    const { open } = place();
    expect((await open(`${server.url}/index.tar`)).file).not.toBeNull();
  });

  it('an index of an older format is downloaded too', async () => {
    const content = Buffer.concat([Buffer.from([0x1f, 0x8b]), archive('a')]);
    const server = await webServer((request, response) => sendRange(request, response, { content, etag: '"1"' }));
    const { open } = place();
    const { file } = await open(`${server.url}/index.tar.gz`);
    expect(file).toMatch(/\.tar\.gz$/);
    expect(statSync(file!).size).toBe(content.length);
  });
});

/** Answers the second request, which is for the bytes of one page. */
type Second = (response: ServerResponse, content: Buffer, from: number, to: number) => void;
const partOf = (from: number, to: number, size: number, more: Record<string, string> = {}) => ({
  'content-range': `bytes ${from}-${to - 1}/${size}`,
  etag: '"1"',
  ...more,
});

describe('a server that does not keep to what it was asked', () => {
  it.each<[string, RegExp, Second]>([
    [
      'gives other bytes',
      /sends bytes 0 to 8192, which it was not asked for/,
      (response, content) => response.writeHead(206, partOf(0, PAGE, content.length)).end(content.subarray(0, PAGE)),
    ],
    [
      'does not say which bytes it gives',
      /a part that it does not name/,
      (response, content, from, to) => response.writeHead(206, { etag: '"1"' }).end(content.subarray(from, to)),
    ],
    [
      'gives many parts',
      /a part that it does not name/,
      (response, content, from, to) =>
        response.writeHead(206, { 'content-type': 'multipart/byteranges; boundary=x' }).end(content.subarray(from, to)),
    ],
    [
      'says another length',
      /sends 5 bytes where there are 8192/,
      (response, content, from, to) =>
        response.writeHead(206, partOf(from, to, content.length, { 'content-length': '5' })).end('12345'),
    ],
    [
      'gives more than it says',
      /more bytes than it was asked for/,
      (response, content, from, to) =>
        response.writeHead(206, partOf(from, to, content.length)).end(content.subarray(from, to + 1)),
    ],
    [
      'gives less than it says',
      /it ended after 10 of 8192 bytes/,
      (response, content, from, to) =>
        response.writeHead(206, partOf(from, to, content.length)).end(content.subarray(from, from + 10)),
    ],
    [
      'gives another encoding',
      /sends another encoding/,
      (response, content, from, to) =>
        response
          .writeHead(206, partOf(from, to, content.length, { 'content-encoding': 'gzip' }))
          .end(content.subarray(from, to)),
    ],
    [
      'cuts the connection',
      /index\.tar: /,
      (response, content, from, to) => {
        response.writeHead(206, partOf(from, to, content.length, { 'content-length': String(to - from) }));
        response.write(content.subarray(from, from + 10));
        setTimeout(() => response.destroy(), 20);
      },
    ],
    ['fails', /status 503/, (response) => response.writeHead(503).end()],
    ['refuses', /answers with status 403/, (response) => response.writeHead(403).end()],
  ])('%s', async (_, said, second) => {
    const content = archive('a');
    const server = await webServer((request, response) => {
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')!;
      if (range[1] === '0') sendRange(request, response, { content, etag: '"1"' });
      else second(response, content, Number(range[1]), Number(range[2]) + 1);
    });
    const { ranges } = place();
    const opened = await ranges(`${server.url}/index.tar`);
    await expect(opened.read(70 * PAGE, 10)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringMatching(said),
    });
  });

  it('says that the file has a petabyte: nothing is made for it', async () => {
    const content = archive('a');
    const server = await webServer((_request, response) => {
      const range = `bytes 0-${FIRST - 1}/999999999999999`;
      response.writeHead(206, { etag: '"1"', 'content-range': range }).end(content.subarray(0, FIRST));
    });
    const { ranges, kept } = place();
    await expect(ranges(`${server.url}/index.tar`)).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: `${server.url}/index.tar is too large.`,
    });
    expect(kept()).toEqual([]);
  });

  it('is slow: it is given up on', async () => {
    const content = archive('a');
    const server = await webServer((request, response) => {
      if (request.headers.range?.startsWith('bytes=0-') === true)
        sendRange(request, response, { content, etag: '"1"' });
    });
    const { open } = place();
    const policy = { ...POLICY, stallMs: 100 };
    const { ranges } = await open(`${server.url}/index.tar`, { policy });
    await expect(ranges!.read(70 * PAGE, 10)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringContaining('nothing came for'),
    });
  });

  it('drips, fast enough for a download: it is left when the whole time is up', async () => {
    const content = archive('a');
    const server = await webServer((request, response) => {
      if (request.headers.range === `bytes=0-${FIRST - 1}`)
        return sendRange(request, response, { content, etag: '"1"' });
      const range = `bytes ${FIRST}-${FIRST + PAGE - 1}/${content.length}`;
      response.writeHead(206, { etag: '"1"', 'content-range': range, 'content-length': PAGE });
      const timer = setInterval(() => response.write('x'), 5);
      response.on('close', () => clearInterval(timer));
    });
    const policy = { ...POLICY, attempts: 1000, wholeMs: 300, stallMs: 60_000 };
    const { ranges } = await place().open(server.url, { policy });
    await expect(ranges!.read(FIRST, PAGE)).rejects.toMatchObject({
      code: 'NETWORK',
      message: expect.stringMatching(/it takes longer than/),
    });
    expect(server.asked).toHaveLength(2);
  });

  it('heals: what broke off is asked for again', async () => {
    const content = archive('a');
    let isBroken = true;
    const server = await webServer((request, response) => {
      if (request.headers.range?.startsWith('bytes=0-') === true || !isBroken)
        sendRange(request, response, { content, etag: '"1"' });
      else {
        isBroken = false;
        response.destroy();
      }
    });
    const { ranges } = place();
    const opened = await ranges(`${server.url}/index.tar`);
    expect(same(await opened.read(70 * PAGE, 10), content.subarray(70 * PAGE, 70 * PAGE + 10))).toBe(true);
  });

  it.each<[string, () => { content: Buffer; etag: string }, boolean]>([
    ['the file changes: If-Range gives the whole of another one', () => ({ content: archive('b'), etag: '"2"' }), true],
    [
      'ranges of another version, though If-Range asked for the first',
      () => ({ content: archive('b'), etag: '"2"' }),
      false,
    ],
    ['a file of another length', () => ({ content: archive('a', 90 * PAGE), etag: '"1"' }), true],
    ['a shorter file', () => ({ content: archive('a', 10 * PAGE), etag: '"1"' }), true],
  ])('%s: nothing of two files is mixed', async (_, next, obeys) => {
    let file = { content: archive('a'), etag: '"1"' };
    const server = await webServer((request, response) => {
      if (!obeys) delete request.headers['if-range'];
      sendRange(request, response, file);
    });
    const { open } = place();
    const { ranges } = await open(`${server.url}/index.tar`);
    file = next();
    await expect(ranges!.read(70 * PAGE, 10)).rejects.toBeInstanceOf(HasChanged);
    const again = await open(`${server.url}/index.tar`);
    expect(again.ranges!.size).toBe(file.content.length);
  });
});

describe('what is kept', () => {
  async function filled() {
    const content = archive('a');
    const server = await webServer((request, response) => sendRange(request, response, { content, etag: '"1"' }));
    const here = place();
    const url = `${server.url}/index.tar`;
    const first = await here.ranges(url);
    await first.read(0, content.length);
    first.close();
    const folder = join(here.cacheDir, 'ranges', here.kept().find((name) => !name.endsWith('.json'))!);
    return { content, server, ...here, url, folder };
  }

  it('and was torn by a crash comes again', async () => {
    const { content, server, ranges, url, folder } = await filled();
    const { length } = server.asked;
    truncateSync(join(folder, 'bytes'), 70 * PAGE);
    const opened = await ranges(url);
    expect(same(await opened.read(0, content.length), content)).toBe(true);
    expect(server.asked.length).toBeGreaterThan(length);
    writeFileSync(join(folder, 'pages'), '');
    expect(same(await (await ranges(url)).read(0, content.length), content)).toBe(true);
  });

  it('and cannot be written is held in memory', async () => {
    const { content, ranges, url, folder } = await filled();
    truncateSync(join(folder, 'pages'), 0);
    const bytes = join(folder, 'bytes');
    writeFileSync(bytes, '');
    const { rmSync, mkdirSync } = await import('node:fs');
    rmSync(bytes);
    mkdirSync(bytes);
    expect(same(await (await ranges(url)).read(0, content.length), content)).toBe(true);
  });

  it('goes when it was not used for long', async () => {
    const { ranges, folder, kept } = await filled();
    const long = new Date(Date.now() - 30 * 24 * 3_600_000);
    utimesSync(join(folder, 'pages'), long, long);
    const other = archive('c');
    const server = await webServer((request, response) =>
      sendRange(request, response, { content: other, etag: '"1"' }),
    );
    await ranges(`${server.url}/other.tar`);
    expect(kept()).not.toContain(folder.split('/').at(-1));
  });
});
