/**
 * `node scripts/screenshots.mjs FOLDER URL [QUESTION [FILE:LINES]]`: pictures of every view of a running `cora serve`, at three widths,
 * light and dark. For whoever changes the page: look at them before and after.
 */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [folder, url, question = 'how are requests retried', place = ''] = process.argv.slice(2);
if (folder === undefined || url === undefined) {
  console.error('node scripts/screenshots.mjs FOLDER URL [QUESTION [FILE:LINES]]');
  process.exit(2);
}
const only = process.env.ONLY?.split(',') ?? [];
const { chromium } = createRequire(new URL('../test/servers/package.json', import.meta.url))('playwright-core');
const WIDTHS = [360, 768, 1280];
const HEIGHTS = { 360: 780, 768: 1000, 1280: 720 };
const [path, lines = ''] = place.split(/:(?=[\d-]+$)/);
const q = encodeURIComponent(question);
const VIEWS = {
  empty: { hash: '#/search', ready: '.folders li' },
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
  ask: { hash: `#/ask?q=${q}`, ready: '.closing, .no-model, .notice' },
  repos: { hash: '#/repos', ready: 'article.repo' },
  add: { hash: '#/repos', ready: 'article.repo', open: (page) => page.getByRole('button', { name: 'Add' }).click() },
  keys: { hash: '#/search', open: (page) => page.getByRole('button', { name: /Keys/ }).click() },
};

mkdirSync(folder, { recursive: true });
const profile = mkdtempSync(join(tmpdir(), 'cora-screenshots-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});
try {
  const page = await browser.newPage();
  for (const [name, { hash, ready, settled, open }] of Object.entries(VIEWS)) {
    if (only.length > 0 && !only.includes(name)) continue;
    for (const width of WIDTHS) {
      for (const colorScheme of ['light', 'dark']) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: HEIGHTS[width] });
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
  rmSync(profile, { recursive: true, force: true });
}
