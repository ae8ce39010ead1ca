/** Asking on the web page: the answer as it comes from a model made by the test, its citations, its ends. */

import { afterEach, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type ModelAnswer, serveModel } from '../helpers/modelServer.ts';
import { openPage, seriousFindings, type TestPage } from '../helpers/startBrowser.ts';
import { indexed, shopRepo } from './cliShell.ts';
import { startServer } from './httpClient.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function asking(answer: () => ModelAnswer): Promise<TestPage> {
  const model = await serveModel(answer);
  ends.push(() => model.close());
  const repo = shopRepo();
  const env = { ...repo.env, ...model.env, CORA_EMBEDDER: 'hash' };
  await indexed({ ...repo, env });
  const server = await startServer({ cwd: repo.dir, env, args: ['--model', 'ollama:tiny'] });
  ends.push(() => server.stop());
  const page = await openPage(`${server.url}/#/ask`);
  // Before the server: what it still asks for would be refused.
  ends.push(() => page.close());
  await page.getByLabel('Your question').fill('how is the total computed?');
  await page.keyboard.press('Enter');
  return page;
}

/** Pieces, and a gate that the last ones wait behind. */
function gated(before: readonly string[], after: readonly string[]): { pieces: AsyncIterable<string>; open(): void } {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  const pieces = (async function* () {
    yield* before;
    await gate;
    yield* after;
  })();
  return { pieces, open: () => open() };
}

it('shows the answer as it is written, links what the model was shown and marks what it was not', async () => {
  const { pieces, open } = gated(
    ['## The total\n\nIt is a **sum** of prices, ', 'see `src/cart.ts:12-15`.\n\n'],
    [
      '- discount off\n- nothing else: src/cart.ts:900\n\n```ts\nreturn sum;\n```\n[click](https://evil.example/) <b>bold</b> ![x](https://evil.example/a.png)',
    ],
  );
  const page = await asking(() => ({ pieces }));
  const answer = page.locator('.answer');
  await answer.getByText('sum').first().waitFor();
  await page.getByRole('button', { name: /Stop/ }).waitFor();
  await eventually(async () => expect(await answer.locator('a.cited').allInnerTexts()).toEqual(['src/cart.ts:12-15']));
  open();
  await page.locator('.closing').waitFor();
  expect(await answer.locator('.cited.is-unknown').first().textContent()).toContain('src/cart.ts:900');
  expect(await answer.locator('li').count()).toBe(2);
  expect(await answer.locator('a').count()).toBe(1);
  expect(await answer.locator('img, b').count()).toBe(0);
  expect(await answer.textContent()).toContain('<b>bold</b>');
  expect(await page.locator('.closing').textContent()).toMatch(/ollama:tiny[\s\S]*1 place not among the sources/);
  expect(await seriousFindings(page)).toEqual([]);
  await answer.locator('a.cited').first().click();
  await page.locator('#L12.is-focus').waitFor();
});

it('stops when it is told to', async () => {
  const { pieces } = gated(['The beginning of it.'], ['never']);
  const page = await asking(() => ({ pieces }));
  await page.locator('.answer').getByText('The beginning').first().waitFor();
  await page.keyboard.press('Escape');
  await page.getByText(/not the whole answer/).waitFor();
  expect(await page.getByRole('button', { name: 'Ask' }).isVisible()).toBe(true);
  expect(await page.locator('.answer').textContent()).toBe('The beginning of it.');
});

it('says what went wrong in the middle, and keeps what was there', async () => {
  const page = await asking(() => 'cut');
  await page.getByRole('alert').waitFor();
  expect(await page.locator('.answer').textContent()).toContain('The beginning of');
  expect(await page.locator('.source').count()).toBeGreaterThan(0);
});
