/** The repositories view of the web page, and what the page does when its server is gone, busy, or asks for a token. */

import { afterEach, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { sourceOf } from '../helpers/sources.ts';
import { openPage, seriousFindings, type TestPage } from '../helpers/startBrowser.ts';
import { tempRepo } from '../helpers/tempRepo.ts';
import { indexed, shopRepo } from './cliShell.ts';
import { type Server, startServer } from './httpClient.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function serve(args: readonly string[] = [], more: NodeJS.ProcessEnv = {}): Promise<Server> {
  const repo = shopRepo();
  await indexed({ ...repo, env: { ...repo.env, CORA_EMBEDDER: 'hash' } });
  const server = await startServer({ cwd: repo.dir, env: { ...repo.env, ...more }, args });
  ends.push(() => server.stop());
  return server;
}

async function open(server: Server, hash: string): Promise<TestPage> {
  const page = await openPage(`${server.url}/${hash}`);
  ends.push(() => page.close());
  return page;
}

describe('repositories', () => {
  it('are added, indexed, made active, indexed again and removed', async () => {
    const server = await serve();
    const other = tempRepo();
    for (let at = 0; at < 40; at++) other.file(`lib/f${at}.ts`, sourceOf('ts', at));
    other.file('lib/aim.ts', 'export function aimOfOther(): number {\n  return 1;\n}\n');
    other.commit();
    const page = await open(server, '#/repos');
    // Of a directory that is none.
    page.expectProblems(/status of 400/);
    await page.locator('article.repo').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Directory or address').fill(`${other.dir}/nowhere`);
    await page.getByRole('button', { name: 'Add and index' }).click();
    await page.locator('dialog [role=alert]').waitFor();
    await page.getByLabel('Directory or address').fill(other.dir);
    await page.getByRole('button', { name: 'Add and index' }).click();
    const row = page.locator('article.repo').nth(1);
    await eventually(async () => expect(await row.locator('.repo-facts').textContent()).toMatch(/files41.*up to date/));
    await row.getByRole('button', { name: 'Make active' }).click();
    await eventually(async () => expect(await row.getAttribute('class')).toContain('is-active'));
    await row.getByRole('button', { name: 'Re-index' }).click();
    // The words go away by themselves.
    const queued = page.getByText('Queued').waitFor();
    await page.locator('dialog').getByRole('button', { name: 'Re-index' }).click();
    await queued;
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.getByRole('searchbox', { name: 'Search the code' }).fill('aimOfOther');
    await eventually(async () => expect(await page.locator('.result').first().textContent()).toContain('lib/aim.ts'));
    await page.getByLabel('Repository').selectOption('*');
    await eventually(async () => expect(await page.locator('.result').first().textContent()).toContain('aimOfOther'));
    expect(page.url()).toContain('repo=*');
    // A question goes to one repository.
    const toAsk = page.getByRole('link', { name: 'Ask', exact: true });
    expect(await toAsk.getAttribute('href')).toBe('#/ask?q=aimOfOther');
    await page.goto(`${server.url}/#/repos`);
    await row.getByRole('button', { name: 'Remove' }).click();
    await page.locator('dialog').getByText('The directory stays as it is').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.locator('dialog').getByRole('button', { name: 'Remove' }).click();
    await eventually(async () => expect(await page.locator('article.repo').count()).toBe(1));
  });

  it('are asked once how fresh they are, until something changes', async () => {
    const server = await serve();
    const page = await open(server, '');
    await page.locator('.freshness-link .freshness.good').waitFor();
    const asked: string[] = [];
    page.on('request', (request: { url(): string }) => {
      const { pathname, search } = new URL(request.url());
      if (pathname === '/files' || pathname === '/repos') asked.push(pathname + search);
    });
    const { body } = await server.call<{ id: string }[]>('GET', '/repos');
    const [list, look] = ['/repos', `/files?repo_id=${body[0]!.id}&limit=1`];
    await page.goto(`${server.url}/#/repos`);
    await eventually(() => expect(asked).toEqual([list, look]));
    await page.reload();
    await eventually(() => expect(asked).toEqual([list, look, list, look]));
    await page.locator('.repo .freshness.good').waitFor();
    await page.getByRole('button', { name: 'Update index' }).click();
    await eventually(() => expect(asked.filter((one) => one === look)).toHaveLength(3));
  });

  it('show how far an index run is, and why one failed', async () => {
    const server = await serve();
    const page = await open(server, '#/search');
    const { body } = await server.call<{ id: string }[]>('GET', '/repos');
    const times = { created_at: '2026-01-01T00:00:00Z', started_at: null, completed_at: null };
    const job = {
      id: 'j',
      repo_id: body[0]!.id,
      kind: 'full',
      target_path: null,
      ...times,
      result: null,
      error: null,
      attempts: 1,
    };
    const told = (state: object) => `event: job\ndata: ${JSON.stringify({ ...job, ...state })}\n\n`;
    const states = [told({ status: 'processing', progress: { phase: 'Chunking', done: 1200, total: 4800 } })];
    await page.route('**/jobs/events', (route) =>
      route.fulfill({ status: 200, contentType: 'text/event-stream', body: states.at(-1)! }),
    );
    await page.goto(`${server.url}/#/repos`);
    await page.reload();
    await eventually(async () => expect(await page.locator('.job').textContent()).toMatch(/Chunking.*1,200 of 4,800/));
    expect(await page.locator('progress').getAttribute('value')).toBe('0.25');
    expect(await page.getByRole('button', { name: 'Update index' }).getAttribute('disabled')).not.toBeNull();
    expect(await seriousFindings(page)).toEqual([]);
    states.push(told({ status: 'failed', progress: null, error: 'The disk is full.' }));
    await eventually(async () => expect(await page.locator('.repo-status').textContent()).toBe('The disk is full.'));
    expect(await seriousFindings(page)).toEqual([]);
  });

  it('that are none yet lead to adding one', async () => {
    const { env } = tempRepo();
    const empty = await startServer({ cwd: '/', env });
    ends.push(() => empty.stop());
    const page = await open(empty, '');
    await page.getByRole('link', { name: 'Add a repository' }).click();
    await page.getByRole('heading', { name: 'No repository yet' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});

describe('a server with a token', () => {
  const token = 'a-long-secret-token-of-the-test';

  it('has the page ask for it, which keeps it for the tab', async () => {
    const server = await serve([], { CORA_TOKEN: token });
    const page = await open(server, '#/search?q=cart');
    page.expectProblems(/status of 401/);
    await page.getByRole('heading', { name: 'This server asks for a token' }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // There is no page without it.
    for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key);
    await page.getByRole('textbox', { name: 'Token' }).fill('wrong');
    await page.keyboard.press('Enter');
    await page.getByText('did not take that token').waitFor();
    await page.getByRole('textbox', { name: 'Token' }).fill(token);
    await page.keyboard.press('Enter');
    await page.locator('.place').first().waitFor();
    await page.reload();
    await page.locator('.place').first().waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(token);
  });
});

describe('a server', () => {
  it('that is gone is said so, and when it is back the page goes on', async () => {
    const server = await serve();
    const page = await open(server, '#/search');
    await page.locator('.nothing-asked strong').waitFor();
    page.expectProblems(/net::ERR_FAILED/);
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('searchbox', { name: 'Search the code' }).fill('price');
    await page.getByText('The server does not answer').waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    // While it is gone: once it is back, the page may find out by itself before anyone clicks.
    const asked = page.waitForRequest(/\/health$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await asked;
    await page.unroute('**/*');
    await page.locator('.place').first().waitFor();
    expect(await page.locator('.banner').count()).toBe(0);
  });

  it('that is busy is asked again after a while', async () => {
    const server = await serve();
    const page = await open(server, '#/search');
    await page.locator('.nothing-asked strong').waitFor();
    page.expectProblems(/status of 429/);
    let refused = 0;
    await page.route('**/search', async (route) => {
      if (refused++ > 0) return route.continue();
      await route.fulfill({
        status: 429,
        headers: { 'retry-after': '1' },
        contentType: 'application/json',
        body: '{}',
      });
    });
    await page.getByRole('searchbox', { name: 'Search the code' }).fill('price');
    await page.locator('.place').first().waitFor();
    expect(refused).toBeGreaterThan(1);
  });
});
