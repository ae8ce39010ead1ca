/**
 * Ninety texts made to run in a page, in every place that the page shows text of others: paths, headings and keys as symbols, code,
 * commits, authors, branches, repositories, what a model says, citations, errors, its address, what the browser keeps for it.
 * Nothing runs, nobody else is asked, no element appears that the page does not make, and nothing is said on the console.
 */

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { type ModelServer, serveModel } from '../helpers/modelServer.ts';
import { openPage, type TestPage } from '../helpers/startBrowser.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { XSS_PAYLOADS } from '../helpers/xssPayloads.ts';
import { indexed } from './cliShell.ts';
import { type Server, startServer } from './httpClient.ts';

const NAME = '<img src=x onerror=alert(1)>\'"';

let repo: TempRepo;
let named: TempRepo;
let model: ModelServer;
let server: Server;

/** A path of at most 255 bytes: its slashes make folders. */
function pathOf(payload: string, at: number): string {
  return `p${at}/${payload.replace(/^\/+|\/+$/g, '').replace(/\/{2,}/g, '/')}.md`;
}

/** What a person sees of it. */
const answers = { payload: XSS_PAYLOADS[0]! };

beforeAll(async () => {
  expect(XSS_PAYLOADS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(XSS_PAYLOADS).size).toBe(XSS_PAYLOADS.length);
  // In pieces of three characters, as a model would say it.
  model = await serveModel(() => ({
    pieces: `${answers.payload}\n\nSee ${pathOf(answers.payload, 0)}:1-2 and \`x.md:1\`.`.match(/[\s\S]{1,3}/g)!,
  }));
  repo = tempRepo();
  for (const [at, payload] of XSS_PAYLOADS.entries()) {
    const line = payload.replace(/\s+/g, ' ');
    repo.file(pathOf(payload, at), `# ${line} marker${at}\n\n${payload}\n\nwords about marker${at}\n`);
    repo.file(
      `code/c${at}.ts`,
      `/** codemarker${at} ${line.replaceAll('*/', '')} */\nexport const c${at} = ${JSON.stringify(payload)};\n`,
    );
    repo.file(`keys/k${at}.json`, `${JSON.stringify({ [payload]: { keymarker: payload } }, null, 2)}\n`);
  }
  repo.commit();
  for (const payload of XSS_PAYLOADS) {
    const author = payload.replaceAll(/[<>\n\0]/g, '').trim() || 'nobody';
    repo.git(
      'commit',
      '-q',
      '--allow-empty',
      `--author=${author} <${author.replace(/\s/g, '')}@x>`,
      '-m',
      `changed: ${payload}`,
    );
  }
  repo.git('checkout', '-q', '-b', '"><img/src=x/onerror=alert(1)>');
  const folder = join(tempDir(), NAME);
  mkdirSync(folder);
  const other = tempRepo();
  named = other.file('a.md', '# marker of the other\n');
  named.commit();
  named.git('clone', '-q', '.', folder);
  const env = { ...repo.env, ...model.env, CORA_EMBEDDER: 'hash' };
  await indexed({ ...repo, env });
  await indexed({ ...named, dir: folder, env });
  server = await startServer({ cwd: repo.dir, env, args: [repo.dir, folder, '--model', 'ollama:tiny'] });
});

afterAll(async () => {
  await server.stop();
  await model.close();
});

async function open(hash: string): Promise<{ page: TestPage; console: string[] }> {
  const said: string[] = [];
  const page = await openPage(`${server.url}/`);
  page.on('console', (message: { text(): string }) => said.push(message.text()));
  await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
  return { page, console: said };
}

/** Elements that the page never makes of anybody's text, and attributes that run code or lead somewhere. */
async function injected(page: TestPage): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('body *')].filter((element) =>
    /^(script|img|image|iframe|frame|object|embed|base|meta|link|style|video|audio|source|template|marquee|portal|math|animate|use)$/i.test(element.localName) ||
    (element.localName === 'form' && element.hasAttribute('action')) ||
    [...element.attributes].some(({ name, value }) => name.startsWith('on') || ['srcdoc', 'formaction', 'style'].includes(name) && /alert|javascript/.test(value) ||
      ['href', 'src', 'action', 'xlink:href'].includes(name) && !/^(#|vscode:|\\/)/.test(value))
  ).map((element) => element.outerHTML.slice(0, 200))`);
}

/** Every text of the page as one string, and the proof that something is there. */
async function showing(page: TestPage, text: string): Promise<void> {
  await eventually(async () => expect(await page.locator('#root').textContent()).toContain(text));
}

function answerOf(payloads: readonly string[]) {
  const results = payloads.map((text, at) => {
    const place = {
      path: text,
      startLine: 1,
      endLine: 1,
      language: text,
      kind: text,
      symbol: text,
      scope: [text],
      chunkId: `${at}`,
      status: text,
    };
    const why = { words: 1, vectors: 0, symbol: 0, path: 0, references: 0, include: true };
    return {
      ...place,
      rank: at + 1,
      score: 1,
      repository: text,
      commit: text,
      definition: place,
      chunk: place,
      signature: text,
      why,
      identical: [{ path: text, startLine: 1, endLine: 1, nearly: true }],
      reason: text,
      tokens: 1,
      text,
      commentary: text,
    };
  });
  const [first = ''] = payloads;
  const freshness = {
    indexedCommit: first,
    headCommit: first,
    commitsBehind: 1,
    dirtyFiles: 1,
    asCommitted: [],
    missingFiles: payloads.map((path) => ({ path, reason: path })),
  };
  return {
    ...{ query: first, mode: 'hybrid', assumed: payloads.map((asked) => ({ asked, meant: [asked] })), freshness },
    ...{ truncated: true, cutBy: null, tokens: 1, tookMs: 1, results },
    related: results.map(({ path, startLine, endLine, language, kind, symbol, scope, chunkId, status }) => ({
      ...{ path, startLine, endLine, language, kind, symbol, scope, chunkId, status },
      ...{ reason: path, score: 1 },
    })),
    repositories: payloads.map((name) => ({ name, results: 0, freshness: null, error: name })),
  };
}

describe('ninety texts made to run in a page', () => {
  it('do not as all that an answer to a search can say', async () => {
    const { page, console: said } = await open('#/search');
    await page.route('**/search', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(answerOf(XSS_PAYLOADS)) }),
    );
    await page.getByRole('searchbox', { name: 'Search the code' }).fill('x');
    await page
      .locator('.commentary')
      .nth(XSS_PAYLOADS.length - 1)
      .waitFor();
    const shown = await page.locator('.commentary').allInnerTexts();
    expect(shown).toHaveLength(XSS_PAYLOADS.length);
    expect(shown).toContain('<svg onload=alert(1)>');
    expect(await injected(page)).toEqual([]);
    expect(await page.locator('details').count()).toBe(XSS_PAYLOADS.length);
    await page.evaluate('for (const one of document.querySelectorAll("summary, [data-whole]")) one.click()');
    await eventually(async () => expect(await page.locator('details[open]').count()).toBe(XSS_PAYLOADS.length));
    // One that fails to load is told so after all that were there before.
    await page.evaluate('new Promise((resolve) => Object.assign(new Image(), { onerror: resolve, src: "data:," }))');
    expect(await injected(page)).toEqual([]);
    expect(said).toEqual([]);
  });

  it('do not as paths, headings, code and keys of a repository', async () => {
    const { page, console: said } = await open('#/search');
    for (const [at, payload] of XSS_PAYLOADS.entries()) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#/search?q=marker${at}+codemarker${at}&n=${at}`)}`);
      await eventually(async () => expect(await page.locator('.results').textContent()).toContain(`p${at}/`));
      const found = await injected(page);
      expect({ payload, found }).toEqual({ payload, found: [] });
    }
    expect(said).toEqual([]);
  });

  it('do not as files that are looked at whole, with their outlines and neighbours', async () => {
    const { page, console: said } = await open('#/search');
    const { body } = await server.call<{ files: { path: string }[] }>('GET', '/files?limit=500');
    const paths = body.files
      .map(({ path }) => path)
      .filter((path) => path.startsWith('p') || /^keys\/k(1|2|3|40)\.json$/.test(path));
    expect(paths.length).toBeGreaterThanOrEqual(XSS_PAYLOADS.length);
    for (const path of paths) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#/file?path=${encodeURIComponent(path)}`)}`);
      await page.locator('.file-code tr').first().waitFor();
      const found = await injected(page);
      expect({ path, found }).toEqual({ path, found: [] });
    }
    expect(said).toEqual([]);
  });

  it('do not as commits and their authors', async () => {
    const { page, console: said } = await open('#/search');
    const asked = await server.call<{ gitContext: { recent: object[] } }>('POST', '/search', {
      query: 'what changed recently?',
    });
    const [real] = asked.body.gitContext.recent;
    let some: readonly string[] = [];
    await page.route('**/search', (route) => {
      const recent = some.map((text) => ({
        ...real,
        subject: text,
        author: text,
        email: text,
        body: text,
        commit: text,
        authorDate: text,
      }));
      const body = { ...answerOf(['x']), gitContext: { ...asked.body.gitContext, matching: [], recent } };
      return route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(body) });
    });
    for (let at = 0; at < XSS_PAYLOADS.length; at += 5) {
      some = XSS_PAYLOADS.slice(at, at + 5);
      await page.evaluate(
        `location.hash = ${JSON.stringify(`#/search?q=${encodeURIComponent(`what changed recently ${at}?`)}`)}`,
      );
      await eventually(async () => expect(await page.locator('.history .subject').count()).toBe(some.length));
      expect(await injected(page)).toEqual([]);
    }
    expect(said).toEqual([]);
  });

  it('do not as names, places and branches of repositories', async () => {
    const { page, console: said } = await open('#/search');
    const { body } = await server.call<object[]>('GET', '/repos');
    const [real] = body;
    await page.evaluate('location.hash = "#/repos"');
    await showing(page, NAME);
    expect(await injected(page)).toEqual([]);
    const all = XSS_PAYLOADS.map((text, at) => ({
      ...real,
      id: `${at}${text}`,
      name: text,
      url: text,
      path: text,
      branch: text,
      error: text,
      last_commit: text,
    }));
    await page.route('**/repos', (route) =>
      route.fulfill({
        status: 200,
        contentType: 'application/json',
        body: JSON.stringify(all),
      }),
    );
    // There are none of these ids.
    await page.route('**/index/status', (route) => route.abort());
    page.expectProblems(/ERR_FAILED|status of 404/);
    await page.reload();
    await page
      .locator('article.repo')
      .nth(XSS_PAYLOADS.length - 1)
      .waitFor();
    expect(await injected(page)).toEqual([]);
    expect(said.filter((text) => !/ERR_FAILED|status of 404/.test(text))).toEqual([]);
  });

  it('do not as what a model says, piece by piece, nor as what it cites', async () => {
    const { page, console: said } = await open('#/ask');
    for (const payload of XSS_PAYLOADS) {
      answers.payload = payload;
      await page.getByLabel('Your question').fill(`marker0 ${XSS_PAYLOADS.indexOf(payload)}`);
      const before = model.asked.length;
      await page.keyboard.press('Enter');
      await eventually(async () => {
        expect(model.asked.length).toBeGreaterThan(before);
        expect(await page.locator('.closing').count()).toBe(1);
        expect(await page.locator('.answer').textContent()).toContain('See ');
      });
      const found = await injected(page);
      expect({ payload, found }).toEqual({ payload, found: [] });
    }
    expect(said).toEqual([]);
  });

  it('do not as errors, hints and codes of a server', async () => {
    const { page } = await open('#/search');
    page.expectProblems(/status of (?:500|4\d\d)/);
    let payload = '';
    await page.route('**/search', (route) =>
      route.fulfill({
        status: 422,
        contentType: 'application/json',
        body: JSON.stringify({ error: { code: payload, message: payload, hint: payload, request_id: payload } }),
      }),
    );
    for (const [at, text] of XSS_PAYLOADS.entries()) {
      payload = text;
      await page.evaluate(`location.hash = ${JSON.stringify(`#/search?q=error${at}`)}`);
      await page.getByRole('alert').first().waitFor();
      const found = await injected(page);
      expect({ text, found }).toEqual({ text, found: [] });
    }
  });

  it('do not in the address, in any of its fields', async () => {
    const { page } = await open('#/search');
    page.expectProblems(/status of 4\d\d/);
    for (const text of XSS_PAYLOADS) {
      const value = encodeURIComponent(text);
      for (const hash of [
        `#/search?q=${value}&language=${value}&kind=${value}&path=${value}`,
        `#/search?q=x&repo=${value}`,
        `#/file?repo=${value}&path=${value}&lines=${value}`,
        `#/ask?q=${value}`,
        `#${text}`,
        `#/${value}`,
      ]) {
        await page.evaluate(`location.hash = ${JSON.stringify(hash)}`);
        const found = await injected(page);
        expect({ hash, found }).toEqual({ hash, found: [] });
      }
    }
    await page.evaluate('location.hash = "#/repos"');
    await showing(page, NAME);
  });

  it('do not as what the browser keeps for the page', async () => {
    const { page, console: said } = await open('#/search?q=marker1');
    for (const text of XSS_PAYLOADS.slice(0, 12)) {
      await page.evaluate(
        `for (const key of ['cora.theme', 'cora.editor', '__proto__', 'constructor']) localStorage.setItem(key, ${JSON.stringify(text)})`,
      );
      await page.reload();
      await page.locator('.result').first().waitFor();
      expect(await injected(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('auto');
    }
    expect(said).toEqual([]);
  });
});
