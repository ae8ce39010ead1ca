/** `--index https://…`: what is answered from a packed index where it lies, by ranges or whole. */

import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { readStatus } from '../../../src/freshness/readStatus.ts';
import type { SymbolContext } from '../../../src/graph/readFiles.ts';
import { related } from '../../../src/graph/related.ts';
import { findSymbols } from '../../../src/graph/symbols.ts';
import { answerNotes } from '../../../src/search/answerNotes.ts';
import { renderResult } from '../../../src/search/renderResult.ts';
import { search } from '../../../src/search/search.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { searchPackedHistory } from '../../../src/session/namedIndex.ts';
import { openSearcher, openSession, type Searcher, type Session } from '../../../src/session/session.ts';
import type { Flags } from '../../../src/settings/options.ts';
import { commitsRequest, searchSettings, sessionSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora } from '../../helpers/cora.ts';
import { describedRepo } from '../../helpers/describedRepo.ts';
import { eventually } from '../../helpers/eventually.ts';
import { type ServedFile, sendRange } from '../../helpers/rangeServer.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { webServer } from '../../helpers/webServer.ts';

interface Packed {
  repo: TempRepo;
  file: string;
  content: Buffer;
  commit: string;
}

/** Larger than its first bytes: its texts do not pack well. */
async function packed(seed: string): Promise<Packed> {
  const repo = tempRepo();
  for (let at = 0; at < 20; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  for (let at = 0; at < 12; at++) {
    const noise = Array.from({ length: 400 }, (_, line) =>
      createHash('sha256').update(`${seed} ${at} ${line}`).digest('base64url'),
    );
    repo.file(`notes/n${at}.md`, `# Notes on ${seed} number ${at}\n\n${noise.join('\n')}\n`);
  }
  const commit = repo.commit();
  await cora(repo).index();
  const { file } = await cora(repo).pack({ output: join(tempDir(), 'index.tar') });
  return { repo, file, content: readFileSync(file), commit };
}

let one: Packed;
let other: Packed;
beforeAll(async () => {
  one = await packed('birds');
  other = await packed('fishes');
});

const PLACE = { path: 'src/f3.py', line: 2 };
const QUESTIONS = ['append the account', 'notes on birds number 7', 'checkDigest', 'total'];

const settingsOf = (index: string | null, flags: Flags = {}) =>
  resolveOptions({ embedder: 'hash', jobs: 0, ...flags, ...(index === null ? {} : { index }) }, {}, null);
const around = (cacheDir: string, dir = tempDir()) => ({ dir, env: {}, cacheDir, log: silentLog });

async function withIndex<T>(index: string, cacheDir: string, use: (searcher: Searcher) => Promise<T>): Promise<T> {
  const searcher = await openSearcher(sessionSettings(settingsOf(index)), around(cacheDir));
  try {
    return await use(searcher);
  } finally {
    searcher.close();
  }
}

const request = (text: string) => searchRequestOf(text, searchSettings(settingsOf(null)));
const timeless = ({ tookMs: _, ...rest }: SearchResult) => rest;
const ask = (index: string, text: string, cacheDir = tempDir()): Promise<SearchResult> =>
  withIndex(index, cacheDir, (searcher) => searcher.search(request(text)));

/** Loses what is kept of an index, as a disk may: it is brought again. */
function loseKept(cacheDir: string): void {
  const folder = join(cacheDir, 'ranges');
  for (const name of readdirSync(folder)) if (!name.endsWith('.json')) truncateSync(join(folder, name, 'bytes'), 0);
}

async function serving(file: () => ServedFile) {
  const server = await webServer((asked, response) => sendRange(asked, response, file()));
  return { server, url: `${server.url}/index.tar` };
}

quick.describe('an index whose vectors are still far away', () => {
  /** As an index of a hundred thousand rows: what is missing is more than a question waits for. */
  async function farIndex(file: string) {
    const searcher = await openSearcher(sessionSettings(settingsOf(file)), around(tempDir()));
    const { context, view } = await searcher.parts();
    let missing = 20_000_000;
    const bring = async (): Promise<void> => {
      missing = 0;
    };
    const store = await context.store;
    const far = new Proxy(store, {
      get: (target, name) => {
        if (name === 'afar') return { missing: () => missing, bring };
        if (name === 'bestByVector' && missing > 0) throw new Error('nobody waits for vectors');
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    return { context: { ...context, store: Promise.resolve(far) }, view, bring, close: () => searcher.close() };
  }

  quick.it('answers by words, and says so; then as ever', async () => {
    const { context, view, bring, close } = await farIndex(one.file);
    const asked = request('notes on birds number 7');
    const first = await search(context, view, asked);
    expect(first).toMatchObject({ mode: 'words', missingVectors: 20_000_000, related: [] });
    expect(first.results.length).toBeGreaterThan(0);
    expect(answerNotes(first)[0]).toBe(
      'Ranked by words and names alone: the vectors of this index (20.0 MB) are still far away. Ask again when they have come.',
    );
    const byWords = await search(context, view, { ...asked, mode: 'words' });
    expect(byWords).not.toHaveProperty('missingVectors');
    expect(first.results.map(({ path }) => path)).toEqual(byWords.results.map(({ path }) => path));
    await bring();
    const then = await search(context, view, asked);
    expect(timeless(then)).toEqual(timeless(await ask(one.file, 'notes on birds number 7')));
    close();
  });
});

quick.describe('a session of a packed file', () => {
  const settings = sessionSettings(settingsOf(null));
  const contextOf = async (session: Session) => {
    const searcher = await session.now();
    const { context } = await searcher.parts();
    const { results } = await searcher.search(request('notes on birds number 7'));
    searcher.close();
    return { context, commit: results[0]!.commit };
  };

  quick.it('opens it once as long as it is the same, and anew when it is another one', async () => {
    const file = join(tempDir(), 'index.tar');
    copyFileSync(one.file, file);
    const session = openSession({ ...settings, index: file }, around(tempDir()));
    const first = await contextOf(session);
    const [second, third] = await Promise.all([contextOf(session), contextOf(session)]);
    expect(second.context).toBe(first.context);
    expect(third.context).toBe(first.context);
    const asked = await session.now();
    copyFileSync(other.file, `${file}.new`);
    renameSync(`${file}.new`, file);
    const after = await contextOf(session);
    expect([first.commit, after.commit]).toEqual([one.commit, other.commit]);
    // Who asked before is still answered from what was there.
    expect((await asked.search(request('total'))).results[0]!.commit).toBe(one.commit);
    asked.close();
    rmSync(file);
    await expect(session.now()).rejects.toMatchObject({ code: 'NO_INDEX' });
    copyFileSync(one.file, file);
    expect((await contextOf(session)).commit).toBe(one.commit);
    session.close();
    await expect((await after.context.store).rows({ blobs: [] }, ['text'])).resolves.toEqual([]);
  });

  quick.it('leaves nothing open', async () => {
    if (process.platform !== 'linux') return;
    const file = join(tempDir(), 'index.tar');
    copyFileSync(one.file, file);
    const isOpen = () =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === file;
        } catch {
          return false;
        }
      });
    const session = openSession({ ...settings, index: file }, around(tempDir()));
    await contextOf(session);
    expect(isOpen()).toBe(true);
    session.close();
    await eventually(() => expect(isOpen()).toBe(false));
  });
});

quick.describe('a question about the history of a packed index', () => {
  quick.it('gets the commits that came with it', async () => {
    const asked = { ...request('what changed in notes lately'), history: true };
    for (const text of ['what changed in notes lately', `show commit ${one.commit.slice(0, 10)}`]) {
      const { gitContext: found } = await withIndex(one.file, tempDir(), (searcher) =>
        searcher.search({ ...asked, ...request(text), history: true }),
      );
      expect(found).toMatchObject({
        kind: 'git',
        recent: [{ commit: one.commit }],
        matching: [{ commit: one.commit }],
        commit: {
          commit: one.commit,
          diff: '',
          files: expect.any(Array),
          stat: expect.arrayContaining([expect.anything()]),
        },
      });
    }
    const { url } = await serving(() => ({ content: one.content, etag: '"1"' }));
    const far = await withIndex(url, tempDir(), (searcher) => searcher.search(asked));
    expect(far.gitContext).toMatchObject({ matching: [{ commit: one.commit }] });
  });

  quick.it('gets the code, and a note, where it names a tag, of which nothing is in it', async () => {
    for (const [text, point] of [
      ['what changed in notes since v9.9.9', 'v9.9.9'],
      ['what changed in notes since the last release', 'the last release'],
      ['what changed in notes in the latest release', 'the last release'],
    ] as const) {
      const asked = { ...request(text), history: true };
      const found = await withIndex(one.file, tempDir(), (searcher) => searcher.search(asked));
      expect(found.results.length).toBeGreaterThan(0);
      expect(found.gitContext).toMatchObject({ recent: [], matching: [], commit: null });
      expect(renderResult(found, 'markdown')).toContain(
        `knows no tags and branches, so no commits were looked for: ${point}.`,
      );
    }
  });
});

describe('an index where it lies', () => {
  quick.it('answers as the file does, and a small one comes at once', async () => {
    const { server, url } = await serving(() => ({ content: one.content, etag: '"1"' }));
    const cacheDir = tempDir();
    for (const text of [...QUESTIONS, 'appendAcount', 'checkDigset'])
      expect(timeless(await ask(url, text, cacheDir))).toEqual(timeless(await ask(one.file, text)));
    // The beginning, and the rest of it in the next round.
    expect(server.asked.length).toBeLessThanOrEqual(3);
    const { length } = server.asked;
    for (const text of QUESTIONS) await ask(url, text, cacheDir);
    expect(server.asked).toHaveLength(length);
    expect(server.asked.every(({ headers }) => headers.range !== undefined)).toBe(true);
  });

  quick.it('answers as its own repository does', async () => {
    const { url } = await serving(() => ({ content: one.content, etag: '"1"' }));
    const own = await cora(one.repo).queryAll(QUESTIONS);
    for (const [at, text] of QUESTIONS.entries()) {
      // No row tells whether a file ends with a line break.
      const plain = ({ results, related }: SearchResult) => ({
        results: results.map(({ repository: _, commit: __, fileLines: ___, ...hit }) => hit),
        related,
      });
      expect(plain(await ask(url, text))).toEqual(plain(own[at]!));
    }
  });

  quick.it('tells where a name is defined', async () => {
    const { url } = await serving(() => ({ content: one.content, etag: '"1"' }));
    const names = (index: string) =>
      withIndex(index, tempDir(), async (searcher) => findSymbols(await searcher.symbols(), 'checkDigest'));
    expect(await names(url)).toEqual(await names(one.file));
  });

  quick.it('tells of its commits', async () => {
    const { url } = await serving(() => ({ content: one.content, etag: '"1"' }));
    const asked = commitsRequest('', settingsOf(null));
    const found = await searchPackedHistory(url, asked, around(tempDir()));
    const { commits } = await searchPackedHistory(one.file, asked, around(tempDir()));
    expect(found.commits).toEqual(commits);
    expect(commits.map(({ commit }) => commit)).toEqual([one.commit]);
    const folder = tempDir();
    await expect(searchPackedHistory(folder, asked, around(tempDir()))).rejects.toThrow(
      `${folder} is a folder: an unpacked index has no commits.`,
    );
    const nowhere = `${folder}/nowhere.tar`;
    await expect(searchPackedHistory(nowhere, asked, around(tempDir()))).rejects.toThrow(`${nowhere} is not there.`);
    for (const address of ['s3://key:secret@bucket/x', 'file:///srv/index', 'db://base'])
      await expect(searchPackedHistory(address, asked, around(tempDir()))).rejects.toMatchObject({
        code: 'USAGE',
        message: 'An index in object storage holds no commits.',
      });
  });

  quick.it('has a status, for which all of it is fetched', async () => {
    const { url } = await serving(() => ({ content: one.content, etag: '"1"' }));
    const settings = sessionSettings(settingsOf(url));
    expect((await readStatus({ ...settings, ...settingsOf(url) }, around(tempDir()))).lastRun.commit).toBe(one.commit);
  });

  quick.it('that changes between two requests is read anew: no answer is of both', async () => {
    let file = { content: one.content, etag: '"1"' };
    const { url } = await serving(() => file);
    const cacheDir = tempDir();
    const result = await withIndex(url, cacheDir, (searcher) => {
      file = { content: other.content, etag: '"2"' };
      loseKept(cacheDir);
      return searcher.search(request('notes on fishes number 7'));
    });
    expect(timeless(result)).toEqual(timeless(await ask(other.file, 'notes on fishes number 7')));
    expect(new Set(result.results.map(({ commit }) => commit))).toEqual(new Set([other.commit]));
  });

  slow.it('that changes is read anew for definitions and relations too', async () => {
    const names = ({ store, view }: SymbolContext) => findSymbols({ store, view }, 'checkDigest');
    const reads: ((searcher: Searcher) => Promise<unknown>)[] = [
      (searcher) => searcher.withSymbols(names),
      (searcher) =>
        searcher.withSymbols((known) =>
          related(known, { place: PLACE, limit: 5, paths: [], languages: [], kinds: [] }),
        ),
    ];
    for (const read of reads) {
      let file = { content: one.content, etag: '"1"' };
      const { url } = await serving(() => file);
      const cacheDir = tempDir();
      const found = await withIndex(url, cacheDir, (searcher) => {
        file = { content: other.content, etag: '"2"' };
        loseKept(cacheDir);
        return read(searcher);
      });
      const { url: still } = await serving(() => file);
      expect(found).toEqual(await withIndex(still, tempDir(), read));
    }
  });

  slow.it('that changes with every request is downloaded', async () => {
    let number = 0;
    const { server, url } = await serving(() => ({ content: one.content, etag: `"${number++}"` }));
    expect(timeless(await ask(url, QUESTIONS[1]!))).toEqual(timeless(await ask(one.file, QUESTIONS[1]!)));
    expect(server.asked.at(-1)!.headers.range).toBeUndefined();
  });

  quick.it('of a server without ranges is downloaded once', async () => {
    const server = await webServer((_request, response) => response.writeHead(200, { etag: '"1"' }).end(one.content));
    const cacheDir = tempDir();
    const url = `${server.url}/index.tar`;
    expect(timeless(await ask(url, 'total', cacheDir))).toEqual(timeless(await ask(one.file, 'total')));
    const { length } = server.asked;
    await ask(url, QUESTIONS[1]!, cacheDir);
    expect(server.asked).toHaveLength(length);
  });

  slow.it('that cannot be searched as it is is downloaded and unpacked', async () => {
    const { repo, describe } = await describedRepo();
    await describe();
    const { file } = await cora(repo).pack({ output: join(tempDir(), 'index.tar') });
    const content = readFileSync(file);
    const { url } = await serving(() => ({ content, etag: '"1"' }));
    const paths = (result: SearchResult) => result.results.map(({ path, startLine }) => `${path}:${startLine}`);
    const found = paths(await ask(url, 'Authentication'));
    expect(found).toEqual(paths(await ask(file, 'Authentication')));
    expect(found[0]).toContain('src/login.ts');
  });

  quick.it('whose bytes are forged is refused by its address, without what is secret in it', async () => {
    const content = Buffer.from(one.content);
    // Behind the manifest: the view.
    content.fill(0x20, 2048, 2080);
    const { url } = await serving(() => ({ content, etag: '"1"' }));
    const refused = ask(`${url.replace('//', '//me:pass@')}?sig=SECRET`, 'total');
    await expect(refused).rejects.toMatchObject({ code: 'BAD_ARTIFACT', message: expect.stringContaining(url) });
    await expect(refused).rejects.toMatchObject({ message: expect.not.stringMatching(/SECRET|me:pass/) });
  });

  quick.it('what is no packed index is refused, and no token of the environment is sent', async () => {
    const { server, url } = await serving(() => ({ content: Buffer.from('<html>Not here</html>'), etag: '"1"' }));
    await expect(ask(url, 'total')).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: `${url} is refused: it is no packed index (.tar), which is compressed inside and not as a whole.`,
    });
    expect(new Set(server.asked.map(({ headers }) => headers.authorization))).toEqual(new Set([undefined]));
  });

  slow.it('breaks off with the error of the network, and goes on from what has come', async () => {
    let isUp = true;
    const server = await webServer((asked, response) => {
      if (isUp) sendRange(asked, response, { content: one.content, etag: '"1"' });
      else response.writeHead(403).end();
    });
    const url = `${server.url}/index.tar`;
    const cacheDir = tempDir();
    await ask(url, 'total', cacheDir);
    isUp = false;
    expect((await ask(url, 'total', cacheDir)).results.length).toBeGreaterThan(0);
    loseKept(cacheDir);
    await expect(ask(url, 'notes on birds number 11', cacheDir)).rejects.toMatchObject({
      code: 'NETWORK',
      message: `${url} answers with status 403.`,
    });
  });
});
