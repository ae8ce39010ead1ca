/**
 * `cora pages`: a folder on a host of plain files, searched in a real browser. What it answers is what the command line answers in the
 * clone, to the last digit; and what a reader sees while vectors are on their way, without ranges, without a network, and of texts
 * made to run.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { PagesReport } from '../../src/share/writePages.ts';
import { eventually } from '../helpers/eventually.ts';
import { sendRange } from '../helpers/rangeServer.ts';
import { runCli } from '../helpers/runCli.ts';
import { openPage, seriousFindings, type TestPage } from '../helpers/startBrowser.ts';
import { type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { type WebServer, webServer } from '../helpers/webServer.ts';
import { XSS_PAYLOADS } from '../helpers/xssPayloads.ts';
import { indexed, jsonOf, shellIn, shopRepo } from './cliShell.ts';

// A host of plain files, as a bucket or GitHub Pages is one: with ranges or without. It notes
// what it is asked.

interface StaticHost extends WebServer {
  /** Changed, it behaves otherwise from then on. */
  does: {
    /** False: it answers every request with the whole file. */
    ranges: boolean;
    /** Requests for these files wait until the promise is kept. */
    holds: { file: RegExp; until: Promise<void> } | null;
    /** Answers with another status for these files. */
    refuses: { file: RegExp; status: number } | null;
  };
  /** How often it was asked for a range, and for whole files, of what fits. */
  count(file: RegExp): { ranges: number; wholes: number };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/** An empty page, in which a test may do what the real page's policy forbids. */
const EMPTY_PAGE = 'empty.html';

/** @param prefix where the folder lies on the host, such as `/project/` */
async function staticHost(folder: string, prefix = '/'): Promise<StaticHost> {
  const does: StaticHost['does'] = { ranges: true, holds: null, refuses: null };
  const server = await webServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    const file = pathname.startsWith(prefix) ? decodeURIComponent(pathname.slice(prefix.length)) || 'index.html' : '';
    if (does.holds?.file.test(file) === true) await does.holds.until;
    if (does.refuses?.file.test(file) === true) {
      response.writeHead(does.refuses.status).end();
      return;
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    if (file === EMPTY_PAGE) {
      response.end('<!doctype html><link rel="icon" href="data:,"><title>empty</title>');
      return;
    }
    let content: Buffer;
    try {
      content = readFileSync(join(folder, file));
    } catch {
      response.writeHead(404).end();
      return;
    }
    if (does.ranges) sendRange(request, response, { content, etag: `"${content.length}"` });
    else response.writeHead(200, { 'content-length': content.length }).end(content);
  });
  return {
    ...server,
    url: `${server.url}${prefix}`,
    does,
    count: (file) => {
      const asked = server.asked.filter(({ path }) => file.test(path));
      const ranges = asked.filter(({ headers }) => headers.range !== undefined).length;
      return { ranges, wholes: asked.length - ranges };
    },
  };
}

let shop: TempRepo;
let tools: TempRepo;
let folder: string;
let host: StaticHost;
let report: PagesReport;
let packed: string[];

/** Names, questions, a report with frames, misspelt names, words that are nowhere. */
const QUESTIONS = [
  'priceOf',
  'total of a cart with discount',
  'where is a line written for each sale',
  'addItme',
  'refund goes back to the card',
  'openStore',
  'who closes the store and lets go of the lock',
  'Error: no price for apple\n    at priceOf (src/price.ts:5:11)\n    at Cart.total (src/cart.ts:13:61)',
  'a b c',
  'steps of a long function',
];

beforeAll(async () => {
  shop = shopRepo();
  shop.file(
    'src/store.ts',
    `/** Opens the store of a folder. */\nexport function openStore(folder: string): Store {\n  if (folder === '') throw new Error('no folder');\n  return new Store(folder);\n}\n\n\n\nexport class Store {\n  constructor(readonly folder: string) {}\n\n  /** Closes the store. */\n  close(): void {\n    releaseLock(this.folder);\n  }\n}\n\nexport function releaseLock(folder: string): string {\n  return folder;\n}\n`,
  );
  shop.file(
    'src/main.ts',
    `import { openStore } from './store.ts';\n\nexport function main(): void {\n  const store = openStore('here');\n  store.close();\n}\n`,
  );
  const steps = Array.from({ length: 300 }, (_, at) => `  step${at}(value, ${at});`).join('\n');
  shop.file('src/long.js', `export function long(value) {\n${steps}\n}\n`);
  shop.commit('more');
  shop.git('remote', 'add', 'origin', 'https://example.com/acme/shop.git');
  tools = tempRepo();
  tools.file(
    'tools/deploy.py',
    'def deploy_everything(target):\n    """Deploys the shop, all of it."""\n    return target\n',
  );
  for (const [at, payload] of XSS_PAYLOADS.slice(0, 20).entries()) {
    tools.file(
      `p${at}/a.md`,
      `# ${payload.replace(/\s+/g, ' ')} marker${at}\n\n${payload}\n\nwords about marker${at}\n`,
    );
    tools.file(`code/c${at}.ts`, `/** codemarker${at} */\nexport const c${at} = ${JSON.stringify(payload)};\n`);
  }
  tools.commit();
  await indexed(shop);
  await indexed(tools);
  folder = join(tempDir(), 'public');
  packed = [join(tempDir(), 'shop.tar'), join(tempDir(), 'tools.tar')];
  expect((await shellIn(shop)(['pack', '-o', packed[0]!])).code).toBe(0);
  expect((await shellIn(tools)(['pack', '-o', packed[1]!])).code).toBe(0);
  report = jsonOf<PagesReport>(await shellIn(shop)(['pages', '-o', folder, ...packed, '--json']));
  host = await staticHost(folder, '/project/');
});

const open = (hash = '', options = {}): Promise<TestPage> => openPage(`${host.url}${hash}`, options);
const box = (page: TestPage) => page.getByRole('searchbox', { name: 'Search the code' });

/** Until the vectors are there. */
async function whole(page: TestPage): Promise<void> {
  await page.locator('.loading-note').waitFor({ state: 'detached' });
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

interface Asked {
  path: string;
  method?: string;
  query?: Record<string, string>;
  body?: unknown;
}

/** Has the page's worker answer, when all indexes that it opens are whole. */
async function askWorker<T>(requests: readonly Asked[]): Promise<T[]> {
  const worker = readdirSync(join(folder, 'assets')).find((name) => name.startsWith('worker-'))!;
  const page = await open(EMPTY_PAGE);
  return page.evaluate<T[]>(`new Promise((resolve, reject) => {
    const requests = ${JSON.stringify(requests.map((one, id) => ({ method: 'GET', query: {}, body: null, ...one, id })))};
    const worker = new Worker('assets/${worker}', { type: 'module' });
    const answers = [];
    let isAsked = false;
    const open = { method: 'GET', path: '/files', query: { limit: '1' }, body: null };
    for (const id of ${JSON.stringify(report.indexes.map(({ id }) => id))})
      worker.postMessage({ ...open, id: 'open ' + id, query: { limit: '1', repo_id: id } });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => {
      if (data.states?.every(({ phase }) => phase === 'ready') && !isAsked) {
        isAsked = true;
        for (const request of requests) worker.postMessage(request);
      }
      if (typeof data.id === 'number') answers[data.id] = data;
      if (Object.keys(answers).length === requests.length) resolve(answers.map(({ status, body }) => ({ status, body })));
    };
  })`) as Promise<T[]>;
}

const comparable = ({ results, related, assumed }: SearchResult) => ({
  assumed,
  results: results.map(({ path, startLine, endLine, score, why, chunkId, rank, text, symbol, definition }) => {
    const lines = text.split('\n').map((line) => line.trimEnd());
    return { path, startLine, endLine, score, why, chunkId, rank, symbol, definition, lines };
  }),
  related: related.map(({ path, startLine, endLine, reason, symbol }) => ({
    path,
    startLine,
    endLine,
    reason,
    symbol,
  })),
});

describe('the folder', () => {
  it('is the same for the same indexes, and tells what is in it', async () => {
    expect(report.indexes.map(({ id, commit }) => [id, commit])).toEqual([
      ['acme/shop', shop.git('rev-parse', 'HEAD').trim()],
      ['tools', tools.git('rev-parse', 'HEAD').trim()],
    ]);
    const again = join(tempDir(), 'again');
    expect((await runCli(['pages', '-o', again, ...packed], { cwd: shop.dir, env: shop.env })).code).toBe(0);
    const contents = (dir: string): [string, string][] =>
      readdirSync(dir, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(dir, name)).isFile())
        .sort()
        .map((name) => [name, sha256(readFileSync(join(dir, name)))]);
    expect(contents(again)).toEqual(contents(folder));
  });

  it('takes the place of one that it wrote, and of nothing else', async () => {
    const target = join(tempDir(), 'page');
    const cora = shellIn(shop);
    expect((await cora(['pages', '-o', target])).stdout).toMatch(
      /^Wrote a page of 1 repository into .*\n {2}acme\/shop at [0-9a-f]{9}: /,
    );
    expect((await cora(['pages', '-o', target])).code).toBe(0);
    writeFileSync(join(target, 'CNAME'), 'example.com');
    const refused = await cora(['pages', '-o', target]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('holds CNAME, which cora pages did not write');
    expect(readFileSync(join(target, 'CNAME'), 'utf8')).toBe('example.com');
    const foreign = join(tempDir(), 'foreign');
    mkdirSync(foreign);
    writeFileSync(join(foreign, 'index.html'), 'mine');
    expect((await cora(['pages', '-o', foreign])).stderr).toContain('cora pages did not write it');
    expect(readdirSync(foreign)).toEqual(['index.html']);
    expect((await cora(['pages'])).stderr).toContain('cora pages -o DIR');
  });

  it('shows the commit that is named', async () => {
    const repo = shopRepo();
    const cora = shellIn(repo);
    const first = repo.git('rev-parse', 'HEAD');
    await indexed(repo);
    repo.file('src/later.ts', 'export const later = 1;\n').commit();
    await indexed(repo);
    for (const [words, commit] of [
      [['--rev', 'HEAD~1'], first],
      [[], repo.git('rev-parse', 'HEAD')],
    ] as const) {
      const made = await cora(['pages', '-o', join(tempDir(), 'page'), ...words, '--json']);
      expect(jsonOf<PagesReport>(made).indexes).toMatchObject([{ commit }]);
      expect(made.stderr).not.toContain('The page shows');
    }
    expect((await cora(['pages', '-o', join(tempDir(), 'page'), '--rev', 'nowhere'])).code).toBe(2);
    const refused = await cora(['pages', '-o', join(tempDir(), 'page'), '--rev', 'HEAD', 'shop.tar']);
    expect(refused.stderr).toContain('A packed index holds one commit');
  });

  it('says of what no page can search why', async () => {
    const cora = shellIn(shop);
    const bare = join(tempDir(), 'bare.tar');
    expect((await cora(['pack', '--no-text', '-o', bare])).code).toBe(0);
    const refused = await cora(['pages', '-o', join(tempDir(), 'page'), bare]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('was packed with --no-text: a page cannot search it');
    const torn = join(tempDir(), 'torn.tar');
    writeFileSync(torn, readFileSync(join(folder, report.indexes[0]!.file)).subarray(0, 5000));
    expect((await cora(['pages', '-o', join(tempDir(), 'page'), torn])).code).toBe(2);
  });
});

it('the commands that the docs give a job of GitLab make a page in a fresh clone', async () => {
  const docs = readFileSync(new URL('../../docs/static-page.md', import.meta.url), 'utf8');
  const snippet = [...docs.matchAll(/^```yaml\n([\s\S]*?)^```$/gm)]
    .map(([, text]) => text!)
    .find((text) => text.startsWith('pages:'))!;
  const { pages: job } = parse(snippet) as { pages: { script: string[]; artifacts: { paths: string[] } } };
  const clone = join(tempDir(), 'clone');
  shop.git('clone', '-q', '--depth', '1', `file://${shop.dir}`, clone);
  const [install, ...commands] = job.script;
  expect(install).toContain('/opt/cora');
  for (const command of commands) {
    const [program, cli, ...args] = command.split(' ');
    expect([program, cli]).toEqual(['node', '/opt/cora/dist/cli.js']);
    const { code, stderr } = await runCli(args, { cwd: clone, env: shop.env });
    expect(code, stderr).toBe(0);
  }
  expect(job.artifacts.paths).toEqual(['public']);
  expect(readdirSync(join(clone, 'public')).sort()).toEqual([
    'assets',
    expect.stringMatching(/^builtin-/),
    'index.html',
    'indexes',
    'pages.json',
  ]);
});

describe('answers in the browser', () => {
  it('are those of the command line in the clone', async () => {
    const asked = QUESTIONS.map((query) => ({
      ...{ path: '/search', method: 'POST' },
      body: { query, k: 20, related: 8, repo_id: 'acme/shop' },
    }));
    const answers = await askWorker<{ status: number; body: SearchResult }>(asked);
    for (const [at, query] of QUESTIONS.entries()) {
      const said = await shellIn(shop)(['query', '--json', '-k', '20', '--related', '8', '--committed', query]);
      const { status, body } = answers[at]!;
      expect({ query, status }).toEqual({ query, status: 200 });
      expect({ query, ...comparable(body) }).toEqual({ query, ...comparable(jsonOf<SearchResult>(said)) });
      expect(body.freshness.indexedCommit).toBe(shop.git('rev-parse', 'HEAD').trim());
    }
  });

  it('put files together as they are, with their symbols and neighbours', async () => {
    const paths = shop.git('ls-files').trim().split('\n');
    const answers = await askWorker<{ body: { text: string; file_lines: number } }>(
      paths.map((file_path) => ({ path: '/files/content', query: { repo_id: 'acme/shop', file_path } })),
    );
    for (const [at, path] of paths.entries())
      expect(`${answers[at]!.body.text}\n`, path).toBe(readFileSync(join(shop.dir, path), 'utf8'));
    const [symbols, graph, none, nothing] = await askWorker<{ status: number; body: Record<string, unknown> }>([
      { path: '/symbols', query: { repo_id: 'acme/shop', file_path: 'src/store.ts' } },
      { path: '/graph', query: { repo_id: 'acme/shop', file_path: 'src/store.ts', line: '2', limit: '16' } },
      { path: '/files/content', query: { repo_id: 'acme/shop', file_path: 'src/stor.ts' } },
      { path: '/jobs' },
    ]);
    const names = (symbols!.body['symbols'] as { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(['openStore', 'Store', 'constructor', 'close', 'releaseLock']);
    expect((graph!.body['nodes'] as { symbol: string }[]).map(({ symbol }) => symbol)).toContain('main');
    expect(none).toMatchObject({
      status: 404,
      body: { error: { code: 'BAD_PATH', hint: 'Did you mean src/store.ts?' } },
    });
    expect(nothing!.status).toBe(404);
  });

  it('of all repositories are those of one that holds them', async () => {
    const [all] = await askWorker<{ body: SearchResult }>([
      { path: '/search', method: 'POST', body: { query: 'deploy openStore price', k: 20, related: 0, repos: '*' } },
    ]);
    const { results, repositories } = all!.body;
    expect(results.map(({ path }) => path)).toContain('tools/deploy.py');
    expect(new Set(results.map(({ repository }) => repository))).toEqual(new Set(['acme/shop', 'tools']));
    expect(repositories!.map(({ name }) => name)).toEqual(['acme/shop', 'tools']);
  });
});

describe('the page', () => {
  it('searches, opens a file and comes back, with the address as its state', async () => {
    const page = await open('#/search?q=openStore');
    await whole(page);
    await page.locator('.place').first().waitFor();
    await eventually(async () => expect(await page.locator('.result mark').allInnerTexts()).toContain('openStore'));
    expect(await page.locator('.freshness').first().textContent()).toContain(shop.git('rev-parse', 'HEAD').slice(0, 7));
    expect(await page.locator('.top').textContent()).not.toContain('Ask');
    expect(await page.locator('[data-editor]').count()).toBe(0);
    await page.locator('.place').first().click();
    await page.locator('#L2.is-focus').waitFor();
    await eventually(async () => expect(await page.locator('.outline-name').allInnerTexts()).toContain('releaseLock'));
    await eventually(async () => expect((await page.locator('.node.in').allInnerTexts()).join()).toContain('main'));
    await page.keyboard.press('Escape');
    await page.locator('.place').first().waitFor();
    expect(page.url()).toContain('#/search?q=openStore');
    await page.evaluate('document.activeElement.blur()');
    await page.keyboard.press('g');
    await page.keyboard.press('r');
    await page.getByRole('heading', { name: 'Repositories' }).waitFor();
    expect(await page.locator('.repo h2').allInnerTexts()).toEqual(['acme/shop', 'tools']);
  });

  it('ranks by words until the vectors are there, says so, and then asks again by itself', async () => {
    let letGo: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    host.does.holds = { file: /^builtin-/, until };
    try {
      const page = await open('#/search?q=where+is+a+line+written+for+each+sale');
      // What an earlier page has kept would be there at once.
      await page.evaluate('caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))');
      await page.reload();
      await page.locator('.place').first().waitFor();
      await page.getByText(/ranked by words and names until the vectors are here/).waitFor();
      expect((await page.locator('.why').allInnerTexts()).join()).not.toContain('meaning');
      letGo();
      await whole(page);
      await eventually(async () => expect((await page.locator('.why').allInnerTexts()).join()).toContain('meaning'));
    } finally {
      letGo();
      host.does.holds = null;
    }
  });

  it('reads vectors and weights once, and keeps them in the browser', async () => {
    const page = await open('#/search?q=openStore');
    await whole(page);
    await page.locator('.place').first().waitFor();
    const before = host.asked.length;
    await page.reload();
    await whole(page);
    await page.locator('.place').first().waitFor();
    const again = host.asked.slice(before).map(({ path }) => path);
    expect(again.filter((path) => path.includes('builtin-'))).toEqual([]);
  });

  it('works on a host without ranges, and says that it reads all', async () => {
    host.does.ranges = false;
    try {
      const page = await open('#/search?q=openStore');
      await page.evaluate('caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))');
      await page.reload();
      await whole(page);
      await eventually(async () => expect(await page.locator('.place').first().textContent()).toContain('store.ts'));
      expect(host.count(/\/indexes\/acme-shop/).wholes + host.count(/\/indexes\/acme-shop/).ranges).toBeGreaterThan(0);
    } finally {
      host.does.ranges = true;
    }
  });

  it('says so where an index is gone, or nothing can be reached', async () => {
    host.does.refuses = { file: /^indexes\//, status: 404 };
    try {
      const page = await open();
      page.expectProblems(/status of 404|net::ERR/);
      await page.evaluate('caches.keys().then((names) => Promise.all(names.map((name) => caches.delete(name))))');
      await page.reload();
      await box(page).fill('openStore');
      await page
        .getByRole('alert')
        .getByText(/is not there any more/)
        .waitFor();
      expect(await page.getByRole('alert').textContent()).toContain('Load the page again');
      host.does.refuses = null;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.locator('.place').first().waitFor();
    } finally {
      host.does.refuses = null;
    }
  });

  it('says of a question about the history that it knows no commits', async () => {
    const page = await open('#/search?q=what+changed+in+openStore+since+v1.2');
    await page.getByText('This page knows no commits').waitFor();
  });

  it('shows texts made to run as texts', async () => {
    const page = await open('#/search?repo=tools');
    for (const [at, payload] of XSS_PAYLOADS.slice(0, 20).entries()) {
      await page.evaluate(`location.hash = ${JSON.stringify(`#/search?q=marker${at}+codemarker${at}&repo=tools`)}`);
      await eventually(async () => expect(await page.locator('.results').textContent()).toContain(`p${at}/`));
      await page.evaluate(`location.hash = ${JSON.stringify(`#/file?repo=tools&path=p${at}/a.md`)}`);
      await page.locator('.file-code tr').first().waitFor();
      const found = await page.evaluate<string[]>(
        `[...document.querySelectorAll('#root *')].filter((element) =>
          /^(script|img|iframe|object|embed|base|meta|link|style|video|audio|source|math|animate)$/i.test(element.localName) ||
          [...element.attributes].some(({ name, value }) => name.startsWith('on') || (['href', 'src', 'action'].includes(name) && !/^#/.test(value)))
        ).map((element) => element.outerHTML.slice(0, 200))`,
      );
      expect({ payload, found }).toEqual({ payload, found: [] });
    }
  });

  it.each([
    ['light', '#/search?q=openStore', '.result .t-keyword'],
    ['dark', '#/search?q=openStore', '.result .t-keyword'],
    ['light', '#/file?path=src/store.ts&lines=2-5', '.file-code .t-keyword'],
    ['dark', '#/repos', '.repo'],
  ] as const)('can be used by everybody: %s, %s', async (colorScheme, hash, ready) => {
    const page = await open(hash, { colorScheme });
    await page.locator(ready).first().waitFor();
    for (const width of [1280, 768, 380]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    }
  });
});
