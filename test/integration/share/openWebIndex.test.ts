/** `--index https://…`: a packed index of a web server, read by ranges, and what stays of it on this machine. */

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
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HasChanged } from '../../../src/base/errors.ts';
import { PAGE } from '../../../src/engine/pagedRanges.ts';
import { sendRange } from '../../helpers/rangeServer.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { webServer } from '../../helpers/webServer.ts';
import { archive, FIRST, place, same } from './keptPages.ts';

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
