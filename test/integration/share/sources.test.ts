/** `cora pull` from elsewhere: what goes over the wire, what happens when it breaks, and where a token goes. */

import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { createFetch } from '../../../src/net/createFetch.ts';
import { DEFAULT_FETCH } from '../../../src/net/fetchSafely.ts';
import { type Download, download } from '../../../src/share/artifact/download.ts';
import { readSource } from '../../../src/share/readSource.ts';
import { storeDir } from '../../helpers/compareStores.ts';
import { cora, downloadsOf, storeRoot } from '../../helpers/cora.ts';
import { keptTexts } from '../../helpers/keptTexts.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir } from '../../helpers/tempRepo.ts';
import { sendFile, webServer } from '../../helpers/webServer.ts';
import { packedFiles } from './publishedIndex.ts';

const TOKEN = 'ghp_0123456789abcdefTOKEN';

let repo: TempRepo;
let content: Buffer;
let commit: string;
beforeAll(async () => {
  ({ repo, commit, content } = await packedFiles());
});

describe('an address', () => {
  quick.it('gives the file, and is shown without its secrets', async () => {
    const server = await webServer((request, response) => sendFile(request, response, content, { etag: '"1"' }));
    const clone = repo.clone();
    const report = await cora(clone).pull(`${server.url.replace('//', '//me:pass@')}/index.tar?sig=SECRET`);
    expect(report).toMatchObject({
      source: `${server.url}/index.tar`,
      downloaded: content.length,
      commit,
      index: { embedded: 0 },
    });
    expect(server.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/index.tar?sig=SECRET', `Basic ${Buffer.from('me:pass').toString('base64')}`],
    ]);
    expect(JSON.stringify(report) + keptTexts(clone)).not.toMatch(/SECRET|me:pass/);
  });

  quick.it('gets its password, and not where another host has led back to it', async () => {
    const home = await webServer((request, response) => {
      if (request.url !== '/index.tar') return sendFile(request, response, content, { etag: '"1"' });
      return response.writeHead(302, { location: `${other.url}/away` }).end();
    });
    const other = await webServer((_, response) => response.writeHead(302, { location: `${home.url}/back` }).end());
    await cora(repo.clone()).pull(`${home.url.replace('//', '//me:pass@')}/index.tar`);
    expect(home.asked.map(({ path, headers }) => [path, headers.authorization !== undefined])).toEqual([
      ['/index.tar', true],
      ['/back', false],
    ]);
    expect(other.asked.map(({ headers }) => headers.authorization)).toEqual([undefined]);
  });

  quick.it('may hold a percent sign in its password', async () => {
    expect(await readSource('https://me:50%off@example.com/i.tar', { dir: '/', origin: '', env: {} })).toMatchObject({
      credential: { scheme: 'Basic', secret: Buffer.from('me:50%off').toString('base64') },
    });
  });

  quick.it('never gets a token of the environment', async () => {
    const server = await webServer((request, response) => sendFile(request, response, content, { etag: '"1"' }));
    await cora(repo.clone()).pull(
      `${server.url}/index.tar`,
      {},
      { env: { CORA_TOKEN: TOKEN, CORA_GITHUB_TOKEN: TOKEN, GITHUB_TOKEN: TOKEN } },
    );
    expect(JSON.stringify(server.asked)).not.toContain(TOKEN);
  });

  quick.it.each([
    ['', /is empty/],
    ['<html>Sign in</html>', /is no packed index/],
  ])('is named where it gives something else: %j', async (page, said) => {
    const server = await webServer((_, response) => response.end(page));
    const clone = repo.clone();
    const refused = cora(clone).pull(`${server.url}/index.tar?sig=SECRET`);
    await expect(refused).rejects.toMatchObject({ code: 'BAD_ARTIFACT', message: expect.stringMatching(said) });
    await expect(refused).rejects.toThrow(`${server.url}/index.tar is refused: `);
  });

  quick.it('that leads to no address at all is asked once', async () => {
    const server = await webServer((_, response) => response.writeHead(302, { location: 'http://[' }).end());
    await expect(cora(repo.clone()).pull(`${server.url}/index.tar`)).rejects.toMatchObject({
      code: 'NETWORK',
      message: `${server.url}/index.tar redirects to something that is no address.`,
    });
    expect(server.asked).toHaveLength(1);
  });

  quick.it('is gone on with where the connection broke', async () => {
    let times = 0;
    const clone = repo.clone();
    const cut = { after: 1000, into: downloadsOf(clone) };
    const server = await webServer((request, response) => {
      times += 1;
      sendFile(request, response, content, { etag: '"1"', cut: times < 3 ? cut : undefined });
    });
    const report = await cora(clone).pull(`${server.url}/index.tar`);
    expect(server.asked.map(({ headers }) => [headers.range, headers['if-range']])).toEqual([
      [undefined, undefined],
      ['bytes=1000-', '"1"'],
      ['bytes=2000-', '"1"'],
    ]);
    expect(report).toMatchObject({ downloaded: content.length, index: { embedded: 0 } });
  });

  slow.it('is gone on with by the next run', async () => {
    let broken = true;
    const clone = repo.clone();
    const cut = { after: 500, into: downloadsOf(clone) };
    const server = await webServer((request, response) =>
      sendFile(request, response, content, { etag: '"1"', cut: broken ? cut : undefined }),
    );
    await expect(cora(clone).pull(`${server.url}/index.tar`)).rejects.toMatchObject({
      code: 'NETWORK',
      message: `${server.url}/index.tar: other side closed`,
      hint: expect.stringContaining('goes on'),
    });
    expect(server.asked).toHaveLength(4);
    broken = false;
    const report = await cora(clone).pull(`${server.url}/index.tar`);
    expect(server.asked.at(-1)!.headers.range).toBe('bytes=2000-');
    expect(report.downloaded).toBe(content.length - 2000);
    expect(report.index.embedded).toBe(0);
  });

  quick.it('is not asked for again what is here already, when it was not the file that was at fault', async () => {
    const server = await webServer((request, response) => sendFile(request, response, content, { etag: '"1"' }));
    const clone = repo.clone();
    const store = join(storeRoot(clone), basename(storeDir(repo)));
    mkdirSync(store, { recursive: true });
    symlinkSync('/nowhere', join(store, 'link'));
    await expect(cora(clone).pull(`${server.url}/index.tar`)).rejects.toMatchObject({ code: 'STORE' });
    rmSync(join(store, 'link'));
    expect(await cora(clone).pull(`${server.url}/index.tar`)).toMatchObject({
      downloaded: 0,
      commit,
      index: { embedded: 0 },
    });
    expect(server.asked.map(({ headers }) => headers.range)).toEqual([undefined, `bytes=${content.length}-`]);
  });

  quick.it('is whole for each of two that ask for it at once', async () => {
    const half = Math.floor(content.length / 2);
    const waiting: Record<string, () => void> = {};
    const server = await webServer(({ headers: { range } }, response) => {
      const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
      const about = { 'content-length': content.length - start, etag: '"1"' };
      if (start === 0) response.writeHead(200, about);
      else
        response.writeHead(206, {
          ...about,
          'content-range': `bytes ${start}-${content.length - 1}/${content.length}`,
        });
      const pause = start === 0 ? half : start + 1;
      response.write(content.subarray(start, pause));
      const name = start === 0 ? 'first' : 'second';
      waiting[name] = () => {
        delete waiting[name];
        response.end(content.subarray(pause));
      };
    });
    const asking = { fetch: createFetch({}), log: silentLog, policy: DEFAULT_FETCH };
    const request = { ...asking, url: new URL(server.url), headers: {}, cacheDir: tempDir() };
    // The second begins when the first has some of it, and has begun when the first gets the rest.
    let second: Promise<Download> | null = null;
    const first = await download({
      ...request,
      onProgress: () => {
        second ??= download({ ...request, onProgress: () => waiting['first']?.() });
      },
    });
    expect(readFileSync(first.file).equals(content)).toBe(true);
    waiting['second']!();
    expect(readFileSync((await second!).file).equals(content)).toBe(true);
  });

  quick.it('leaves nothing for ever of what was never gone on with', async () => {
    const server = await webServer((request, response) => sendFile(request, response, content, { etag: '"1"' }));
    const cacheDir = tempDir();
    for (const [name, day] of [
      ['old.part', 8],
      ['new.part', 1],
    ] as const) {
      writeFileSync(join(cacheDir, name), 'some of it');
      const at = Date.now() / 1000 - day * 24 * 60 * 60;
      utimesSync(join(cacheDir, name), at, at);
    }
    const asking = { fetch: createFetch({}), log: silentLog, policy: DEFAULT_FETCH, onProgress: () => undefined };
    const { remove } = await download({ ...asking, url: new URL(server.url), headers: {}, cacheDir });
    await remove();
    expect(readdirSync(cacheDir)).toEqual(['new.part']);
  });

  slow.it('begins anew when the file has changed meanwhile', async () => {
    let times = 0;
    const clone = repo.clone();
    const cut = { after: 1000, into: downloadsOf(clone) };
    const server = await webServer((request, response) => {
      times += 1;
      if (times === 1) sendFile(request, response, Buffer.alloc(5000, 'x'), { etag: '"old"', cut });
      else sendFile(request, response, content, { etag: '"new"' });
    });
    expect(await cora(clone).pull(`${server.url}/index.tar`)).toMatchObject({
      commit,
      index: { embedded: 0 },
    });
    expect(server.asked).toHaveLength(2);
  });

  slow.it('is asked again while that may help', async () => {
    const answers = [429, 503, 200];
    const server = await webServer((request, response) => {
      const status = answers.shift();
      if (status === 200) sendFile(request, response, content, { etag: '"1"' });
      else response.writeHead(status!, { 'retry-after': '0' }).end();
    });
    expect(await cora(repo.clone()).pull(`${server.url}/index.tar`)).toMatchObject({ commit });
    expect(server.asked).toHaveLength(3);
  });

  quick.it.each([
    [404, 'NO_ARTIFACT', 1],
    [403, 'NETWORK', 1],
    [500, 'NETWORK', 4],
  ])('that answers with %i ends as %s after %i requests', async (status, code, requests) => {
    const server = await webServer((_, response) => response.writeHead(status).end('no'));
    const clone = repo.clone();
    await expect(cora(clone).pull(`${server.url}/index.tar`)).rejects.toMatchObject({ code });
    expect(server.asked).toHaveLength(requests);
    expect(readdirSync(clone.path('.git'))).not.toContain('cora');
  });

  quick.it('that nobody answers is an error that names it', async () => {
    await expect(cora(repo.clone()).pull('http://127.0.0.1:2/index.tar')).rejects.toMatchObject({
      code: 'NETWORK',
      message: 'http://127.0.0.1:2/index.tar: nobody answers there (ECONNREFUSED)',
    });
  });

  quick.it.each([['file:///etc/passwd'], ['data:text/plain,x'], ['ftp://example.com/x']])(
    'does not lead to %s',
    async (location) => {
      const server = await webServer((_, response) => response.writeHead(302, { location }).end());
      await expect(cora(repo.clone()).pull(`${server.url}/index.tar`)).rejects.toMatchObject({
        code: 'NETWORK',
        message: expect.stringContaining('which is not asked'),
      });
    },
  );

  quick.it('does not lead in a circle', async () => {
    const server = await webServer((_, response) => response.writeHead(302, { location: '/again' }).end());
    await expect(cora(repo.clone()).pull(`${server.url}/index.tar`)).rejects.toThrow(/in a circle/);
    expect(server.asked).toHaveLength(6);
  });
});
