/** Rule files count as they are in the working tree, at once: each kind, at the root and inside, in each state, by each command. */

import { readFileSync, rmSync, symlinkSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { openCora } from '../../../src/api.ts';
import { isCoraError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { readStatus } from '../../../src/freshness/readStatus.ts';
import { listCatalogue } from '../../../src/git/listCatalogue.ts';
import { related } from '../../../src/graph/related.ts';
import { findReferences, findSymbols } from '../../../src/graph/symbols.ts';
import { grepRepository } from '../../../src/grep/grepRepository.ts';
import { Places } from '../../../src/mcp/places.ts';
import { indexedFiles } from '../../../src/search/indexedFiles.ts';
import { readQuestion } from '../../../src/search/question.ts';
import { repositoryMap } from '../../../src/search/repositoryMap.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { fileInIndex } from '../../../src/server/servedJobs.ts';
import { openSearcher, type Searcher } from '../../../src/session/session.ts';
import type { Options } from '../../../src/settings/options.ts';
import {
  grepSettings,
  indexSettings,
  type Surroundings,
  searchSettings,
  sessionSettings,
} from '../../../src/settings/requests.ts';
import { settle } from '../../../src/settings/resolveOptions.ts';
import { readLines } from '../../../src/view/readLines.ts';
import { openWorkspaceFor } from '../../../src/view/workspace.ts';
import { cora } from '../../helpers/cora.ts';
import { quick, shareOf } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';
import { registryOf } from '../mcp/mcpApp.ts';

const CALLER = 'from src.b import beta\n\n\ndef alpha(items):\n    return beta(items)\n';
const TARGET = 'def beta(items):\n    return sum(items)\n\n\ndef beta_twice(items):\n    return beta(items) * 2\n';
/** The file that the rules are about. */
const PATH = 'src/b.py';

interface Kind {
  /** The file that excludes PATH, and one that says something about another. */
  excludes: string;
  other: string;
  places: readonly string[];
  /** Git's own ignore files are about what it does not track. */
  isTracked: boolean;
  /** True if a file that is left out is refused when it is asked for by its path. */
  refuses: boolean;
}

const GIT = { excludes: 'b.py\n', other: 'c.txt\n', isTracked: false, refuses: true };
const IGNORE = { ...GIT, isTracked: true };
const ATTRIBUTES = {
  excludes: 'b.py linguist-generated\n',
  other: 'c.txt linguist-generated\n',
  isTracked: true,
  refuses: false,
};
const KINDS: Record<string, Kind> = {
  '.gitignore': { ...GIT, places: ['', 'src/'] },
  '.git/info/exclude': { ...GIT, places: [''] },
  '.coraignore': { ...IGNORE, places: ['', 'src/'] },
  '.cursorignore': { ...IGNORE, places: ['', 'src/'] },
  '.gitattributes': { ...ATTRIBUTES, places: ['', 'src/'] },
  '.git/info/attributes': { ...ATTRIBUTES, places: [''] },
  'cora.config.json': {
    excludes: '{"exclude": ["**/b.py"]}',
    other: '{"exclude": ["**/c.txt"]}',
    isTracked: true,
    refuses: false,
    places: ['', 'src/'],
  },
};

type Content = 'excludes' | 'other' | null;
/** The rule file in HEAD, and in the working tree after each step. */
const STATES: readonly { state: string; before: Content; steps: readonly Content[]; isIgnored?: boolean }[] = [
  { state: 'new', before: null, steps: ['excludes'] },
  { state: 'new and itself ignored by Git', before: null, steps: ['excludes'], isIgnored: true },
  { state: 'edited to exclude', before: 'other', steps: ['excludes'] },
  { state: 'edited to bring back, then deleted', before: 'excludes', steps: ['other', null] },
];

interface Asked {
  options: Options;
  surroundings: Surroundings;
}

const paths = (hits: readonly { path: string }[]): string[] => hits.map(({ path }) => path);

const query = async (searcher: Searcher, options: Options): Promise<string[]> => {
  const { results, related: next } = await searcher.search(searchRequestOf('beta', searchSettings(options)));
  return paths([...results, ...(next ?? [])]);
};

const MANY = { paths: [], languages: [], kinds: [], limit: 50 };
const unlessRefused = async (path: string, reading: Promise<unknown>): Promise<string[]> => {
  const error = await reading.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error !== null && !(isCoraError(error) && error.code === 'BAD_PATH')) throw error;
  return error === null ? [path] : [];
};

/** Each says the paths that it shows, PATH among them where it is not left out; null where it says nothing of this kind. */
const COMMANDS: Record<string, (asked: Asked & { searcher: Searcher }, kind: Kind) => Promise<string[] | null>> = {
  query: ({ searcher, options }) => query(searcher, options),
  grep: async ({ options, surroundings }) => {
    const limits = { maxTotal: 100, signal: new AbortController().signal };
    return paths(
      (await grepRepository('beta', indexSettings(options), surroundings, { ...grepSettings(options), ...limits }))
        .hits,
    );
  },
  files: async ({ options, surroundings }, { isTracked }) => {
    const { repository, settings } = await openWorkspaceFor(indexSettings(options), surroundings);
    const { files: listed } = await listCatalogue(repository, null, settings);
    return isTracked ? paths(listed.filter(({ indexed }) => indexed)) : null;
  },
  'files of the view': async ({ searcher }) =>
    paths((await indexedFiles(await searcher.symbols(), { ...MANY, offset: 0 })).files),
  'file in the index': ({ options, surroundings }) =>
    unlessRefused(PATH, fileInIndex(PATH, sessionSettings(options), surroundings)),
  symbols: async ({ searcher }) => paths(await findSymbols(await searcher.symbols(), 'beta')),
  refs: async ({ searcher }) => paths(await findReferences(await searcher.symbols(), 'beta')),
  related: async ({ searcher }) =>
    paths((await related(await searcher.symbols(), { ...MANY, place: { path: 'src/a.py', line: 4 } })).related),
  map: async ({ searcher }) => {
    const map = await repositoryMap(await searcher.symbols(), { name: 'r', budget: 2000 });
    return map.includes(PATH) ? [PATH] : [];
  },
  read: ({ options, surroundings }, { refuses }) =>
    refuses
      ? unlessRefused(PATH, readLines(indexSettings(options), surroundings, { path: PATH, budget: 1000 }))
      : Promise.resolve(null),
  'the diff of a commit': async ({ searcher }, { isTracked }) => {
    const context = isTracked
      ? await (await searcher.parts()).context.history(readQuestion('what is the latest commit'))
      : null;
    return !isTracked ? null : context?.commit?.diff.includes('+def beta') === true ? [PATH] : [];
  },
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

function write(repo: TempRepo, path: string, kind: Kind, content: Content): void {
  if (content !== null) repo.file(path, kind[content]);
  else rmSync(repo.path(path), { force: true });
}

/** A library and a server that stay open while the rules change. */
async function stayingIn({ options, surroundings }: Asked, dir: string) {
  const settings = { embedder: 'hash', jobs: 0 } as const;
  const library = await openCora(dir, { env: surroundings.env, settings });
  const { registry, sessions } = registryOf([dir], surroundings, (asked) =>
    settle({ embedder: 'hash', jobs: 0 }, surroundings.env, asked),
  );
  const places = new Places(registry, sessions);
  closing.push(
    () => library.close(),
    () => sessions.close(),
  );
  return {
    library: async () => paths((await library.query('beta')).results),
    'definitions of the library': async () => paths(await library.definitions('beta')),
    server: async () => {
      const searcher = await (await places.pick(undefined, async () => [])).session.now();
      return query(searcher, options).finally(() => searcher.close());
    },
  };
}

const rows = Object.entries(KINDS).flatMap(([name, kind]) =>
  kind.places.flatMap((place) =>
    STATES.filter(({ isIgnored }) => isIgnored !== true || (kind.isTracked && !name.startsWith('.git/'))).map(
      (state) => ({ ...state, kind, path: `${place}${name}`, dir: name === 'cora.config.json' ? place : '' }),
    ),
  ),
);

describe('a rule file counts as it is in the working tree', () => {
  it.each(shareOf(rows, 36))('$path, $state', async ({ path, kind, dir, before, steps, isIgnored = false }) => {
    const repo = tempRepo().file('src/a.py', CALLER).file('c.txt', 'gamma\n');
    if (kind.isTracked) repo.file(PATH, TARGET);
    write(repo, path, kind, before);
    if (isIgnored) repo.file('.git/info/exclude', `${path.slice(path.lastIndexOf('/') + 1)}\n`);
    repo.commit();
    await cora(repo).index();
    if (!kind.isTracked) repo.file(PATH, TARGET);
    const here = repo.path(dir);
    const surroundings = { dir: here, env: repo.env, cacheDir: tempDir('cora-cache-'), log: silentLog };
    const asked = (): Asked => ({
      options: settle({ embedder: 'hash', jobs: 0, limit: 50 }, repo.env, here),
      surroundings,
    });
    const staying = await stayingIn(asked(), here);
    const shown = async (): Promise<Record<string, boolean>> => {
      const answers: Record<string, boolean> = {};
      const searcher = await openSearcher(sessionSettings(asked().options), surroundings);
      closing.push(() => searcher.close());
      for (const [name, command] of [...Object.entries(COMMANDS), ...Object.entries(staying)]) {
        const found = await command({ ...asked(), searcher }, kind);
        if (found !== null) answers[name] = found.includes(PATH);
        // Not to be searched, though it counts.
        if (isIgnored) expect(found ?? [], name).not.toContain(path);
      }
      // What is uncommitted is counted, and nothing waits for a build.
      const { files } = await indexedFiles(await searcher.symbols(), { ...MANY, offset: 0 });
      const dirtyFiles = files.filter(({ status }) => status !== 'committed').length;
      const { freshness } = await readStatus(sessionSettings(asked().options), surroundings);
      expect(freshness).toMatchObject({ dirtyFiles, missingFiles: [] });
      return answers;
    };
    const all = (value: boolean, answers: Record<string, boolean>) =>
      Object.fromEntries(Object.keys(answers).map((name) => [name, value]));
    const first = await shown();
    expect(first).toEqual(all(before !== 'excludes', first));
    for (const now of steps) {
      write(repo, path, kind, now);
      const then = await shown();
      expect(then, `now ${now}`).toEqual(all(now !== 'excludes', then));
    }
  });
});

describe('rules of the working tree', () => {
  const bringing = [
    ['.coraignore', 'many/\n'],
    ['.cursorignore', 'many/\n'],
    ['.gitattributes', 'many/** linguist-generated\n'],
  ] as const;
  it.each(shareOf(bringing, 3))('bring back what is too much for a query with cora index: %s', async (rules, text) => {
    const repo = tempRepo().file(rules, text).file('src/a.py', CALLER);
    for (let at = 0; at < 310; at++) repo.file(`many/f${at}.py`, `def function_number_${at}():\n    return ${at}\n`);
    repo.commit();
    await cora(repo).index();
    repo.remove(rules);
    const { missingFiles } = (await cora(repo).query('function_number_7')).freshness;
    expect(missingFiles).toHaveLength(10);
    expect(missingFiles[0]!.reason).toContain('cora index');
    expect((await cora(repo).index()).edits).toMatchObject({ blobs: 310 });
    const { freshness, results } = await cora(repo).query('function_number_7');
    expect(freshness).toMatchObject({ missingFiles: [], asCommitted: [], dirtyFiles: 0 });
    expect(results[0]).toMatchObject({ path: 'many/f7.py', status: 'committed' });
    expect((await cora(repo).index()).edits).toMatchObject({ blobs: 0 });
  });

  quick.it('count on a branch without a commit', async () => {
    const repo = tempRepo().file('src/a.py', CALLER);
    repo.commit();
    await cora(repo).index();
    repo.git('switch', '-q', '--orphan', 'empty');
    repo.file(PATH, TARGET).file('src/a.py', CALLER).file('.coraignore', 'b.py\n');
    expect(paths((await cora(repo).query('beta', { limit: 50 })).results)).not.toContain(PATH);
    expect(paths((await cora(repo).query('alpha', { limit: 50 })).results)).toContain('src/a.py');
  });

  quick.it(
    'leave what a commit says where they cannot be read, and where a sparse checkout has left them out',
    async () => {
      const repo = tempRepo().file('src/a.py', CALLER).file(PATH, TARGET).file('.coraignore', 'b.py\n');
      repo.commit();
      await cora(repo).index();
      repo.remove('.coraignore');
      symlinkSync('src/a.py', repo.path('.coraignore'));
      expect(paths((await cora(repo).query('beta', { limit: 50 })).results)).not.toContain(PATH);
      repo.git('update-index', '--skip-worktree', '.coraignore');
      repo.file('.git/info/sparse-checkout', '/src/\n').remove('.coraignore');
      expect(paths((await cora(repo).query('beta', { limit: 50 })).results)).not.toContain(PATH);
      const options = settle({ embedder: 'hash', jobs: 0 }, repo.env, repo.dir);
      const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir('cora-cache-'), log: silentLog };
      const reading = readLines(indexSettings(options), surroundings, { path: PATH, budget: 1000 });
      await expect(reading).rejects.toThrow('is ignored by .coraignore');
    },
  );

  quick.it('leave what a commit says of a folder that is gone with the rules in it', async () => {
    const repo = tempRepo().file('src/a.py', CALLER).file('private/b.py', TARGET).file('private/.coraignore', 'b.py\n');
    repo.commit();
    await cora(repo).index();
    repo.remove('private');
    expect((await cora(repo).gitContext('what is the latest commit'))!.commit!.diff).not.toContain('def beta');
  });

  quick.it('do not count with --committed', async () => {
    const repo = tempRepo().file('src/a.py', CALLER).file(PATH, TARGET);
    repo.commit();
    await cora(repo).index();
    repo.file('.coraignore', 'b.py\n');
    expect(paths((await cora(repo).query('beta', { committed: true })).results)).toContain(PATH);
  });

  quick.it('cost a clean tree no process of Git, nor do attributes that say nothing of what is indexed', async () => {
    const repo = tempRepo().file('src/a.py', CALLER).file('.coraignore', 'c.txt\n').file('.gitattributes', '* text\n');
    repo.commit();
    await cora(repo).index();
    repo.file('.git/info/attributes', '*.py diff=python\n');
    const trace = repo.path('.git/trace');
    await cora({ ...repo, env: { ...repo.env, GIT_TRACE: trace } }).query('beta');
    const started = readFileSync(trace, 'utf8').match(/trace: built-in: git \S+/g) ?? [];
    expect(started.map((line) => line.split(' ').at(-1)).sort()).toEqual([
      'config',
      'diff-index',
      'ls-files',
      'rev-parse',
    ]);
  });
});
