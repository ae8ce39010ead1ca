/**
 * A repository that wants to run code in the page of whoever looks at it: by names of files and symbols, by code, by commit messages,
 * by commentary and by what it makes a model say. Nothing of it may run, ask anybody anything or become an element.
 */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type ModelServer, serveModel } from '../helpers/modelServer.ts';
import { openPage, type TestPage } from '../helpers/startBrowser.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { indexed } from './cliShell.ts';
import { type Server, startServer } from './httpClient.ts';

const IMG = '<img src=x onerror=alert(1)>';
const NAMES = [
  `${IMG}.ts`,
  '"><svg onload=alert(2)>.ts',
  "javascript:alert('3').ts",
  'a#b?c&d%41;.ts',
  '\u202Egnp.exe\u202C.ts',
  'line\nbreak\t.ts',
  '{{constructor.constructor("alert(4)")()}}.ts',
];
const CODE = `/** hostileMarker ${IMG} </script><script>alert(5)</script> */
export function hostileMarker(a = '${IMG}'): string {
  // <iframe src="javascript:alert(6)"></iframe> \u202E reversed
  return a + '"onmouseover="alert(7)" x="' + \`\${alert}\`;
}
`;
const HEADING = `# ${IMG} hostileMarker\n\n<script>alert(8)</script> [x](javascript:alert(9)) ![y](http://127.0.0.1:9/steal)\n`;

let repo: TempRepo;
let model: ModelServer;
let server: Server;

beforeAll(async () => {
  model = await serveModel(({ prompt, system }) => ({
    pieces: [
      /ask|question/i.test(system + prompt) ? `${IMG} <script>alert(10)</script>\n\n` : '',
      `[link](javascript:alert(11)) ![pic](http://127.0.0.1:9/p.png) <a href="javascript:alert(12)">x</a>\n\n`,
      'x" onclick="alert(13):1-2 and ```html\n<img src=x onerror=alert(14)>\n```\n',
    ],
  }));
  repo = tempRepo();
  for (const [at, name] of NAMES.entries())
    repo.file(`src/${name}`, CODE.replaceAll('hostileMarker', `hostileMarker${at}`));
  repo.file('docs/readme.md', HEADING);
  repo.commit(`${IMG} who broke the build? <script>alert(15)</script>`);
  const env = { ...repo.env, ...model.env, CORA_EMBEDDER: 'hash' };
  await indexed({ ...repo, env });
  server = await startServer({ cwd: repo.dir, env, args: ['--model', 'ollama:tiny'] });
});

afterAll(async () => {
  await server.stop();
  await model.close();
});

/** Elements that the page itself never makes, and attributes that run code. */
async function injected(page: TestPage): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('body *')].filter((element) =>
    ['SCRIPT', 'IMG', 'IFRAME', 'OBJECT', 'EMBED', 'BASE', 'FORM[action]'].includes(element.tagName) ||
    [...element.attributes].some(({ name, value }) => name.startsWith('on') || /^\\s*(javascript|data|vbscript):/i.test(value))
  ).map((element) => element.outerHTML.slice(0, 200))`);
}

it('cannot by names, code and headings that are found', async () => {
  const page = await openPage(`${server.url}/#/search?q=hostileMarker`);
  await page.locator('[data-result]').nth(3).waitFor();
  await page.locator('.result .t-keyword').first().waitFor();
  const text = await page.locator('.results').textContent();
  expect(text).toContain(IMG);
  expect(text).toContain('[U+202E]');
  expect(text).not.toMatch(/[\u202A-\u202E]/);
  expect(await injected(page)).toEqual([]);
  for (const button of ['[data-whole]', 'summary']) {
    const buttons = page.locator(button);
    if ((await buttons.count()) > 0) await buttons.first().click();
  }
  expect(await injected(page)).toEqual([]);
});

it.each(NAMES.map((name, at) => [JSON.stringify(name), name, at] as const))(
  'cannot by a file called %s',
  async (_, name, at) => {
    const page = await openPage(`${server.url}/#/search?q=hostileMarker${at}`);
    const place = page
      .locator('.place')
      .filter({ hasText: at === 4 ? 'gnp.exe' : at === 5 ? 'break' : name })
      .first();
    await place.click();
    await page.locator('.file-code tr').nth(3).waitFor();
    await eventually(async () =>
      expect(await page.locator('.outline-name').allInnerTexts()).toContain(`hostileMarker${at}`),
    );
    expect(await injected(page)).toEqual([]);
    expect(await page.title()).not.toBe('');
  },
);

it('cannot by commentary, reasons, kinds, languages and names that an artifact brought', async () => {
  const page = await openPage(`${server.url}/#/search`);
  await page.locator('.nothing-asked strong').waitFor();
  const place = {
    path: IMG,
    startLine: 1,
    endLine: 1,
    language: IMG,
    kind: IMG,
    symbol: IMG,
    scope: [IMG],
    chunkId: IMG,
    status: IMG,
  };
  const why = { words: 1, vectors: 0, symbol: 0, path: 0, references: 0, include: true };
  const identical = [{ path: IMG, startLine: 1, endLine: 1, nearly: true }];
  const hit = {
    ...place,
    rank: 1,
    score: 1,
    repository: IMG,
    commit: IMG,
    definition: place,
    chunk: place,
    signature: IMG,
    why,
  };
  const freshness = {
    indexedCommit: IMG,
    headCommit: IMG,
    commitsBehind: 1,
    dirtyFiles: 1,
    asCommitted: [],
    missingFiles: [{ path: IMG, reason: IMG }],
  };
  const answer = {
    ...{
      query: IMG,
      mode: 'hybrid',
      assumed: [{ asked: IMG, meant: [IMG] }],
      freshness,
      truncated: true,
      cutBy: null,
      tokens: 1,
      tookMs: 1,
    },
    results: [{ ...hit, identical, reason: IMG, tokens: 1, text: IMG, commentary: IMG }],
    related: [{ ...place, reason: IMG, score: 1 }],
    repositories: [{ name: IMG, results: 0, freshness: null, error: IMG }],
  };
  await page.route('**/search', (route) =>
    route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(answer) }),
  );
  await page.getByRole('searchbox', { name: 'Search the code' }).fill('x');
  await page.locator('.commentary').waitFor();
  expect(await page.locator('.commentary').textContent()).toBe(IMG);
  await page.locator('summary').click();
  expect(await injected(page)).toEqual([]);
});

it('cannot by a commit message', async () => {
  const page = await openPage(
    `${server.url}/#/search?q=${encodeURIComponent('what changed in hostileMarker recently?')}`,
  );
  await page.locator('.history .subject').first().waitFor();
  expect(await page.locator('.history').textContent()).toContain('<script>alert(15)</script>');
  expect(await injected(page)).toEqual([]);
  await page.evaluate(`location.hash = ${JSON.stringify(`#/search?q=${encodeURIComponent('who broke the build?')}`)}`);
  await eventually(async () => expect(await page.locator('.history').textContent()).toMatch(/Their authors: .+ \(\d/));
  expect(await injected(page)).toEqual([]);
});

it('cannot by what the model says', async () => {
  const page = await openPage(`${server.url}/#/ask`);
  await page.getByLabel('Your question').fill('hostileMarker');
  await page.keyboard.press('Enter');
  await page.locator('.closing').waitFor();
  await page.locator('.answer > *').first().waitFor();
  expect(await page.locator('.answer').textContent()).toContain('onerror=alert');
  expect(await page.locator('.answer a[href]:not([href^="#/file"])').count()).toBe(0);
  expect(await injected(page)).toEqual([]);
});

it('cannot by an address that somebody sends', async () => {
  for (const [hash, ready] of [
    [`#/search?q=${encodeURIComponent(IMG)}`, '.summary span, .notice'],
    ['#/search?path=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E&q=x', '.summary span, .notice'],
    ['#javascript:alert(1)', '.nothing-asked strong'],
    ['#/file?path=javascript:alert(1)&repo=%3Cimg%3E', '.notice'],
  ] as const) {
    const page = await openPage(`${server.url}/${hash}`);
    // A file or repository that is not there is an answer of the server's.
    page.expectProblems(/status of 4\d\d/);
    await page.locator(ready).first().waitFor();
    expect(await injected(page)).toEqual([]);
  }
});

it('cannot by an error of the server, and a policy holds if all of this fails', async () => {
  const page = await openPage(`${server.url}/#/search`);
  page.expectProblems(/status of 500/);
  await page.route('**/search', (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code: 'X', message: IMG, hint: IMG } }),
    }),
  );
  await page.getByRole('searchbox', { name: 'Search the code' }).fill('x');
  await page.getByRole('alert').waitFor();
  expect(await injected(page)).toEqual([]);
  expect(page.problems()).toEqual([]);
  // Proof that the watch sees what it should, and that the browser refuses markup made of strings.
  expect(
    await page.evaluate(
      `(() => { try { document.body.innerHTML = '<img src=x onerror=alert(1)>'; return 'made'; } catch (error) { return error.name; } })()`,
    ),
  ).toBe('TypeError');
  await eventually(() =>
    expect(page.problems()).toEqual([
      expect.stringMatching(/policy: |TrustedHTML/),
      expect.stringMatching(/policy: |TrustedHTML/),
    ]),
  );
  page.expectProblems(/policy: |TrustedHTML/);
});
