/** What a reader of `--index https://…` sees of a server that has no ranges, or does not keep to them. */

import { statSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { HasChanged } from '../../../src/base/errors.ts';
import { PAGE } from '../../../src/engine/pagedRanges.ts';
import { sendRange } from '../../helpers/rangeServer.ts';
import { webServer } from '../../helpers/webServer.ts';
import { archive, FIRST, POLICY, place, same } from './keptPages.ts';

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
