/**
 * `node scripts/screenshots.mjs FOLDER URL [QUESTION [FILE:LINES]]`: pictures of every view of a running `cora serve`, at three widths,
 * light and dark. For whoever changes the page: look at them before and after. With the folder that `cora pages` wrote instead of the
 * URL, they are of that page, as a host of plain files shows it: also while the weights of the embedder are on their way, without
 * ranges, and after the host has gone. docs/images/static-page.png is `loading-1280-light`, static-page-phone.png `search-360-dark`.
 */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

const [folder, place, question = 'how are requests retried', file = ''] = process.argv.slice(2);
if (folder === undefined || place === undefined) {
  console.error('node scripts/screenshots.mjs FOLDER URL|DIR [QUESTION [FILE:LINES]]');
  process.exit(2);
}
const only = process.env.ONLY?.split(',') ?? [];
const { chromium } = createRequire(new URL('../test/servers/package.json', import.meta.url))('playwright-core');
const WIDTHS = [360, 768, 1280];
const HEIGHTS = { 360: 780, 768: 1000, 1280: 760 };
const [path, lines = ''] = file.split(/:(?=[\d-]+$)/);
const q = encodeURIComponent(question);
const isThere = () => ({ ranges: true, isGone: false, holds: null });
const host = statSync(place, { throwIfNoEntry: false })?.isDirectory() === true ? await hostOf(place) : null;
const url = host?.url ?? place;
const VIEWS = {
  empty: { hash: '#/search', ready: host === null ? '.folders li' : '.home' },
  all: { hash: '#/search?repo=*', ready: '.home' },
  search: { hash: `#/search?q=${q}`, ready: '.place' },
  none: { hash: `#/search?q=${q}&language=cobol&path=nowhere/`, ready: '.notice' },
  ...(path === ''
    ? {}
    : {
        file: {
          hash: `#/file?path=${path}&lines=${lines}`,
          ready: '.file-code tr',
          settled: '.file-references :is(.node, .note)',
        },
      }),
  repos: { hash: '#/repos', ready: 'article.repo' },
  keys: { hash: '#/search', open: (page) => page.getByRole('button', { name: /Keys/ }).click() },
  ...(host === null
    ? {
        ask: { hash: `#/ask?q=${q}`, ready: '.closing, .no-model, .notice' },
        add: {
          hash: '#/repos',
          ready: 'article.repo',
          open: (page) => page.getByRole('button', { name: 'Add' }).click(),
        },
      }
    : {
        several: { hash: `#/search?q=${q}&repo=*`, ready: '.place' },
        loading: { hash: `#/search?q=${q}`, ready: '.place', does: { holds: /^builtin-/ } },
        'no-ranges': { hash: `#/search?q=${q}`, ready: '.place', does: { ranges: false, holds: /^builtin-/ } },
        gone: {
          hash: '#/search',
          ready: '.home',
          open: async (page) => {
            host.does.isGone = true;
            await page.goto(new URL(`#/search?q=${q}`, url).href);
            await page.locator('.notice').first().waitFor();
          },
        },
      }),
};

mkdirSync(folder, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'cora-screenshots-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  for (const [name, { hash, ready, settled, open, does }] of Object.entries(VIEWS)) {
    if (only.length > 0 && !only.includes(name)) continue;
    for (const width of WIDTHS) {
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: HEIGHTS[width] });
        if (host !== null) host.does = { ...isThere(), ...does };
        if (does !== undefined) {
          await page.goto(new URL('nothing', url).href);
          await page.evaluate('caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))');
        }
        await page.goto('about:blank');
        await page.goto(new URL(hash, url).href);
        if (ready !== undefined) await page.locator(ready).first().waitFor({ timeout: 60_000 });
        if (settled !== undefined && width === WIDTHS.at(-1)) await page.locator(settled).first().waitFor();
        await page.waitForTimeout(500);
        await open?.(page);
        await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) });
      }
    }
  }
} finally {
  await browser.close();
  host?.close();
  rmSync(profile, { recursive: true, force: true });
}

/** A host of plain files. */
async function hostOf(dir) {
  const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };
  const served = { does: isThere() };
  const server = createServer((request, response) => {
    const name = decodeURIComponent(new URL(request.url, 'http://host').pathname.slice(1)) || 'index.html';
    if (served.does.isGone || name.includes('..')) return response.destroy();
    if (statSync(join(dir, name), { throwIfNoEntry: false })?.isFile() !== true)
      return response.writeHead(404).end('not there');
    // A browser that goes on to another page closes the connection.
    if (served.does.holds?.test(name) === true) return;
    const content = readFileSync(join(dir, name));
    response.setHeader('content-type', types[extname(name)] ?? 'application/octet-stream');
    const [, from, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
    if (from === undefined || !served.does.ranges) return response.writeHead(200).end(content);
    const part = content.subarray(Number(from), Number(last) + 1);
    const range = `bytes ${from}-${Number(from) + part.length - 1}/${content.length}`;
    response.writeHead(206, { etag: `"${content.length}"`, 'content-range': range }).end(part);
  });
  await new Promise((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return Object.assign(served, { url: `http://127.0.0.1:${server.address().port}/`, close });
}
