/**
 * What the web page shows without being asked: the repository at home, a build by a button, help where nothing is found, several
 * repositories on one list; and what it says when its server is gone, and where its focus is.
 */

import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { serveModel } from '../helpers/modelServer.ts';
import { findings, openPage, type TestPage } from '../helpers/startBrowser.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';
import { type Server, startServer } from './httpClient.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

const HASH = { CORA_EMBEDDER: 'hash' };

interface Serving {
  server: Server;
  repo: TempRepo;
}

/** A shop, with another repository beside it where `beside` is given. */
async function serve({ isIndexed = true, beside = null as TempRepo | null } = {}): Promise<Serving> {
  const repo = shopRepo();
  const env = { ...repo.env, ...HASH };
  for (const one of [repo, ...(beside === null ? [] : [beside])]) if (isIndexed) await indexed({ ...one, env });
  const args = beside === null ? [] : [repo.dir, beside.dir];
  const server = await startServer({ cwd: repo.dir, env, args });
  ends.push(() => server.stop());
  return { server, repo };
}

async function open(server: Server, hash: string): Promise<TestPage> {
  const page = await openPage(`${server.url}/${hash}`);
  ends.push(() => page.close());
  return page;
}

function toolsRepo(): TempRepo {
  const tools = tempRepo();
  tools.file('lib/rocket.ts', 'export function launchRocket(): number {\n  return 3;\n}\n');
  tools.commit('A rocket');
  return tools;
}

const box = (page: TestPage) => page.getByRole('searchbox', { name: 'Search the code' });
const focused = (page: TestPage): Promise<string> =>
  page.evaluate('document.activeElement.dataset.box !== undefined ? "box" : document.activeElement.localName');

/** At the widths of a phone, a tablet and a desk, in the theme that is on. */
async function isAccessible(page: TestPage): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    for (const width of [380, 768, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await findings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  }
}

describe('home', () => {
  it('shows the repository: questions of its own, the newest changes, files and folders, all of them links', async () => {
    const { server } = await serve();
    const page = await open(server, '');
    const questions = page.locator('.question-link');
    await eventually(async () => expect(await questions.count()).toBe(3));
    expect((await page.locator('.question-text').allInnerTexts()).join()).toMatch(/priceOf|Cart/);
    expect(await page.locator('.home-head').textContent()).toMatch(/4 files/);
    await page.locator('.central .place').first().waitFor();
    expect(await page.locator('.central').textContent()).toContain('price.ts');
    expect((await page.locator('.folder-name').allInnerTexts()).join()).toContain('src/');
    await page.locator('.change summary').first().click();
    await page.locator('.change-files a').first().waitFor();
    await isAccessible(page);
    // A folder narrows the search, and the box has the focus for it.
    await page.getByRole('link', { name: /Search in src/ }).click();
    await eventually(async () => expect(page.url()).toContain('path=src/'));
    expect(await focused(page)).toBe('box');
    await page.getByRole('button', { name: 'Clear' }).click();
    await questions.first().click();
    await page.locator('[data-result]').first().waitFor();
    expect(await box(page).inputValue()).toMatch(/^how does|^who uses/);
  });

  it('of all repositories lists them, and a search names the repository of each result', async () => {
    const { server } = await serve({ beside: toolsRepo() });
    const page = await open(server, '#/search?repo=*');
    await eventually(async () => expect(await page.locator('.home-repos li').count()).toBe(2));
    await isAccessible(page);
    await box(page).fill('launchRocket or priceOf');
    await eventually(async () => expect(new Set(await page.locator('.place-repository').allInnerTexts()).size).toBe(2));
    const names = await page.locator('.searched a').allInnerTexts();
    expect(names).toHaveLength(2);
    await isAccessible(page);
    await page.locator('.searched a').first().click();
    await eventually(async () => expect(page.url()).not.toContain('repo=*'));
    await eventually(async () => expect(await page.locator('.place-repository').count()).toBe(0));
  });
});

describe('a repository without an index', () => {
  it('is built by a button; what is typed meanwhile is looked for line by line', async () => {
    const { server } = await serve({ isIndexed: false });
    const page = await open(server, '#/search?q=discount');
    await page.getByRole('heading', { name: /has no index yet/ }).waitFor();
    await page.locator('.grep-hits mark').first().waitFor();
    expect(await page.locator('.grep-hits').textContent()).toContain('src/cart.ts');
    expect(await page.locator('main').textContent()).not.toMatch(/POST/);
    await isAccessible(page);
    await page.getByRole('button', { name: 'Build the index' }).click();
    await page.locator('[data-result]').first().waitFor();
    expect(await page.locator('.result .place').first().textContent()).toContain('cart.ts');
  });

  it('shows how far the build is, and why it failed', async () => {
    const { server } = await serve({ isIndexed: false });
    const { body } = await server.call<{ id: string }[]>('GET', '/repos');
    const page = await open(server, '#/repos');
    const times = { created_at: '2026-01-01T00:00:00Z', started_at: null, completed_at: null };
    const job = { id: 'j', repo_id: body[0]!.id, kind: 'full', target_path: null, result: null, attempts: 1, ...times };
    const told = (state: object) => `event: job\ndata: ${JSON.stringify({ ...job, error: null, ...state })}\n\n`;
    const states = [told({ status: 'processing', progress: { phase: 'Chunking', done: 1, total: 4 } })];
    await page.route('**/jobs/events', (route) =>
      route.fulfill({ status: 200, contentType: 'text/event-stream', body: states.at(-1)! }),
    );
    await page.goto(`${server.url}/#/search`);
    await page.reload();
    await eventually(async () => expect(await page.locator('.notice .job').textContent()).toMatch(/Chunking.*1 of 4/));
    await isAccessible(page);
    states.push(told({ status: 'failed', progress: null, error: 'The disk is full.' }));
    await page.getByText('The disk is full.').waitFor();
    await page.getByRole('button', { name: 'Build it again' }).waitFor();
    await isAccessible(page);
  });

  it('is told with one command where the server builds none', async () => {
    const { server } = await serve({ isIndexed: false });
    const page = await open(server, '#/repos');
    await page.route('**/repos', async (route) => {
      const { body } = await server.call<object[]>('GET', '/repos');
      const told = body.map((one) => ({ ...one, build_command: 'npx cora-index index' }));
      await route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(told) });
    });
    await page.goto(`${server.url}/#/ask`);
    await page.reload();
    await page.getByText('npx cora-index index').waitFor();
    expect(await page.getByRole('button', { name: /Build/ }).count()).toBe(0);
    await isAccessible(page);
  });
});

describe('nothing found', () => {
  it('offers names that were meant, lines with the words, and the other repositories', async () => {
    const { server } = await serve({ beside: toolsRepo() });
    const page = await open(server, '#/search?q=launchRocket&path=nowhere/');
    await page.getByRole('heading', { name: /Nothing found/ }).waitFor();
    await page.locator('.suggestions strong').waitFor();
    await isAccessible(page);
    await page
      .locator('.suggestions a')
      .filter({ has: page.locator('strong') })
      .click();
    await eventually(async () => expect(await page.locator('.result').first().textContent()).toContain('launchRocket'));
    await page.goto(`${server.url}/#/search?q=priceOff&path=nowhere/`);
    await page.getByText('Did you mean').waitFor();
    await page.goto(`${server.url}/#/search?q=discount&path=nowhere/`);
    await page.locator('.grep-hits mark').first().waitFor();
    expect(await page.locator('.grep-hits').textContent()).toContain('src/cart.ts');
    await page.getByText('Did you mean').waitFor({ state: 'detached' });
    await isAccessible(page);
  });
});

describe('the server', () => {
  it('that has ended leaves nothing green, and comes back by itself', async () => {
    const repo = shopRepo();
    const env = { ...repo.env, ...HASH };
    await indexed({ ...repo, env });
    const home = tempDir('cora-home-');
    const first = await startServer({ cwd: repo.dir, env, home });
    const page = await open(first, '#/search');
    page.expectProblems(/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|network error|status of 503/i);
    await page.locator('.freshness-link .freshness.good').waitFor();
    await page.locator('.question-link').first().waitFor();
    await first.stop();
    // Nobody has asked it anything since.
    await page.getByText('The server does not answer').waitFor();
    expect(await page.locator('.freshness.good').count()).toBe(0);
    expect(await page.locator('.freshness-link').textContent()).toContain('not known now');
    await isAccessible(page);
    const again = await startServer({ cwd: repo.dir, env, home, args: ['--port', String(first.port)] });
    ends.push(() => again.stop());
    await page.locator('.freshness-link .freshness.good').waitFor();
    expect(await page.locator('.banner').count()).toBe(0);
  });
});

describe('the focus', () => {
  it('is on the box or the heading after a view has opened, and on the link that was followed after Esc', async () => {
    const { server } = await serve();
    const page = await open(server, '#/search?q=price');
    await page.locator('[data-result]').nth(1).waitFor();
    await page.keyboard.press('Escape');
    expect(await page.evaluate('document.activeElement.closest("[data-result]") !== null')).toBe(true);
    await page.keyboard.press('j');
    const followed = await page.evaluate('document.activeElement.getAttribute("href")');
    expect(followed).toContain('#/file');
    await page.keyboard.press('Enter');
    await page.locator('.file-code tr').first().waitFor();
    expect(await focused(page)).toBe('h1');
    await page.keyboard.press('Escape');
    await page.locator('[data-result]').first().waitFor();
    await eventually(async () =>
      expect(await page.evaluate('document.activeElement.getAttribute("href")')).toBe(followed),
    );
    for (const [key, place] of [
      ['a', 'box'],
      ['r', 'h1'],
      ['s', 'box'],
    ] as const) {
      await page.keyboard.press('Escape');
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await eventually(async () => expect(await focused(page)).toBe(place));
    }
  });

  it('goes through what home shows, and to the search from a file that a link opened', async () => {
    const { server } = await serve();
    const page = await open(server, '');
    await page.locator('.question-link').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await eventually(async () => expect(await focused(page)).toBe('a'));
    expect(await page.evaluate('document.activeElement.className')).toContain('question-link');
    for (let at = 0; at < 3; at++) await page.keyboard.press('j');
    expect(await page.evaluate('document.activeElement.localName')).toBe('summary');
    for (let at = 0; at < 4; at++) await page.keyboard.press('k');
    expect(await focused(page)).toBe('box');
    await page.goto('about:blank');
    await page.goto(`${server.url}/#/file?path=src/price.ts`);
    await page.locator('.file-code tr').first().waitFor();
    await page.keyboard.press('Escape');
    await box(page).waitFor();
    await eventually(async () => expect(await focused(page)).toBe('box'));
  });

  it('is not lost when what has it is taken away', async () => {
    const { server } = await serve();
    const other = toolsRepo();
    await server.call('POST', '/repos', { path: other.dir });
    const page = await open(server, '#/repos');
    await eventually(async () => expect(await page.locator('article.repo').count()).toBe(2));
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.locator('dialog').getByRole('button', { name: 'Remove' }).click();
    await eventually(async () => expect(await page.locator('article.repo').count()).toBe(1));
    await eventually(async () => expect(await focused(page)).not.toBe('body'));
  });
});

it('an answer has its sources beside it, and points at the one that it names', async () => {
  const model = await serveModel(() => ({ pieces: ['The sum is in `src/cart.ts:12-15`.'] }));
  ends.push(() => model.close());
  const repo = shopRepo();
  const env = { ...repo.env, ...model.env, ...HASH };
  await indexed({ ...repo, env });
  const server = await startServer({ cwd: repo.dir, env, args: ['--model', 'ollama:tiny'] });
  ends.push(() => server.stop());
  const page = await open(server, '#/ask');
  await page.locator('.question-link').first().waitFor();
  await isAccessible(page);
  await page.getByLabel('Your question').fill('how is the total computed?');
  await page.keyboard.press('Enter');
  await page.locator('.closing').waitFor();
  await page.setViewportSize({ width: 1280, height: 800 });
  const places = await page.evaluate<number[]>(
    '[".reply", ".sources"].map((one) => Math.round(document.querySelector(one).getBoundingClientRect().top))',
  );
  expect(Math.abs(places[0]! - places[1]!)).toBeLessThan(8);
  await page.keyboard.press('Escape');
  await page.evaluate('document.querySelector("a.cited").focus()');
  await page.locator('.source.is-pointed').waitFor();
  expect(await page.locator('.source.is-pointed .place').textContent()).toContain('src/cart.ts');
  await isAccessible(page);
});
