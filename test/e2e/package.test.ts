/** What a user gets: the two packages in empty projects, and a fresh clone. Asks the npm registry and nothing else. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a script without declarations
import { makePackages } from '../../scripts/packages.mjs';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { IndexReport } from '../../src/base/types.ts';
import type { Status } from '../../src/freshness/readStatus.ts';
import { tempDir, tempRepo } from '../helpers/tempRepo.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = readJson<{ version: string }>(join(root, 'package.json'));

/** One tarball. */
interface Packed {
  file: string;
  /** Bytes. */
  size: number;
  files: string[];
}

const MAX_INSTALL_BYTES = 230e6;

/** All that dist may hold for a user. */
const DIST = [
  /^dist\/[\w.-]+\.js$/,
  /^dist\/(builtin\.bin|LICENSES\.txt)$/,
  /^dist\/grammars\/(tree-sitter[\w-]*\.wasm\.br|web-tree-sitter\.cjs)$/,
  /^dist\/types\/[\w/]+\.d\.ts$/,
  /^dist\/(web|pages)\/(index\.html|assets\/[\w.-]+\.(js|css|svg))$/,
];

const folder = tempDir('cora-packages-');
let query: Packed;
let index: Packed;

beforeAll(() => {
  [query, index] = makePackages(folder) as [Packed, Packed];
});

describe('cora-query alone', () => {
  const home = tempDir('cora-home-');
  const project = tempDir('cora-asker-');
  const modules = join(project, 'node_modules');

  beforeAll(() => {
    install(project, home, query.file);
  });

  it('holds dist without the Action, its documents and nothing else', () => {
    const documents = query.files.filter((path) => !path.startsWith('dist/')).sort();
    expect(documents).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    expect(query.files).toEqual(
      expect.arrayContaining(
        ['cli.js', 'api.js', 'probe.js', 'types/api.d.ts', 'LICENSES.txt'].map((name) => `dist/${name}`),
      ),
    );
    const kinds = query.files.filter((path) => path.startsWith('dist/') && !DIST.some((form) => form.test(path)));
    expect(kinds).toEqual([]);
    expect(query.files.filter((path) => /[.-](map|test|spec)\b|index\.js$|node_modules|action/.test(path))).toEqual([]);
    // Of the declarations only those that the library reaches.
    expect(query.files.filter((path) => path.endsWith('.d.ts')).length).toBeLessThan(150);
  });

  it('is the only package that comes, at most 10 MB to download and 18 MB on disk, and runs no script', () => {
    expect(packagesIn(modules).map((one) => relative(modules, one))).toEqual(['cora-query']);
    expect(query.size).toBeLessThan(10e6);
    expect(filesIn(modules).reduce((sum, file) => sum + statSync(file).size, 0)).toBeLessThan(18e6);
    expect(readJson<object>(join(modules, 'cora-query/package.json'))).not.toHaveProperty('scripts');
  });

  it('names no path of the machine that built it', () => {
    const built = root.replace(/[/\\]$/, '');
    const files = filesIn(join(modules, 'cora-query')).filter((file) => /\.(js|ts|json|txt)$/.test(file));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => readFileSync(file, 'utf8').includes(built))).toEqual([]);
  });

  it('pulls an index, answers from it and from the packed file, and names the command that builds', () => {
    const made = paymentsRepo();
    const artifact = join(folder, 'payments.tar');
    run(made.dir, home, process.execPath, join(root, 'dist/cli.js'), 'index', '-q');
    run(made.dir, home, process.execPath, join(root, 'dist/cli.js'), 'pack', '-q', '-o', artifact);
    const clone = join(tempDir('cora-clone-'), 'payments');
    run(home, home, 'git', 'clone', '-q', made.dir, clone);
    const cora = (...args: string[]) =>
      run(clone, home, 'npm', 'exec', `--prefix=${project}`, '--', 'cora-query', ...args);
    expect(JSON.parse(cora('pull', '--json', artifact))).toMatchObject({ blobs: { added: 3, refused: 0 } });
    const ask = (...args: string[]) =>
      (JSON.parse(cora('query', '--json', '-k', '1', ...args)) as SearchResult).results[0];
    expect(ask('how long to wait before the next attempt')).toMatchObject({ symbol: 'backoffDelay' });
    expect(ask('--index', artifact, 'close_month')).toMatchObject({ symbol: 'close_month' });
    writeFileSync(join(clone, 'src/edited.ts'), 'export function refundOrder(): void {}\n');
    expect(ask('refund order')).toMatchObject({ symbol: 'refundOrder', status: 'untracked' });
    expect(() => cora('index')).toThrow(/"index" is a command of cora-index\.\n {2}npx cora-index index/);
    expect(() => cora('query', '--help', '--nonsense')).toThrow('cora-query query');

    // Of a commit that came after the packed one.
    made.file('src/later.ts', 'export function laterOrder(): void {}\n').commit('later');
    const ahead = join(tempDir('cora-clone-'), 'payments');
    run(home, home, 'git', 'clone', '-q', made.dir, ahead);
    const there = (...args: string[]) =>
      run(ahead, home, 'npm', 'exec', `--prefix=${project}`, '--', 'cora-query', ...args);
    expect(JSON.parse(there('pull', '--json', artifact))).toMatchObject({ index: { late: 1 } });
    expect(there('query', '-k', '1', 'later order')).toContain('src/later.ts');
    expect(there('doctor')).toContain('All is well');
    expect(() => there('pack')).toThrow(/files that came after it are not indexed yet\.\n {2}npx cora-index index/);
    expect(() => there('mcp', '--write')).toThrow('npx cora-index mcp --write');
    made.git('reset', '-q', '--hard', 'HEAD~1');

    // The package that builds goes on from there, and embeds nothing but what is new.
    const both = tempDir('cora-builder-');
    install(both, home, query.file, index.file);
    const build = (...args: string[]) => run(clone, home, 'npm', 'exec', `--prefix=${both}`, '--', 'cora', ...args);
    expect(JSON.parse(build('index', '--json')) as IndexReport).toMatchObject({ files: 3, embedded: 0 });
    const digestIn = (dir: string) =>
      (JSON.parse(run(dir, home, process.execPath, join(root, 'dist/cli.js'), 'status', '--json')) as Status).digest;
    expect(digestIn(clone)).toBe(digestIn(made.dir));
  });
});

describe('both packages', () => {
  const home = tempDir('cora-home-');
  const project = tempDir('cora-consumer-');
  const modules = join(project, 'node_modules');

  beforeAll(() => {
    install(project, home, query.file, index.file);
  });

  it('bring the binary of this platform and no other package, at most 230 MB, and run no script', () => {
    const names = packagesIn(modules).map((one) => relative(modules, one));
    expect(names.sort()).toEqual([expect.stringMatching(/^@lancedb[/\\]lancedb-[\w-]+$/), 'cora-index', 'cora-query']);
    const bytes = filesIn(modules).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThan(MAX_INSTALL_BYTES);
    for (const one of packagesIn(modules)) {
      const { scripts = {} } = readJson<{ scripts?: Record<string, string> }>(join(one, 'package.json'));
      expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
      expect(readdirSync(one)).not.toContain('binding.gyp');
    }
    expect(index.files.sort()).toEqual(
      ['LICENSE', 'README.md', 'announce.js', 'cora.1', 'cora.js', 'index.d.ts', 'index.js', 'package.json'].sort(),
    );
  });

  it('answer npx by all names', () => {
    for (const name of ['cora-query', 'cora', 'cora-index'])
      expect(run(project, home, 'npx', '--no-install', name, '--version')).toContain(version);
  });

  it.each([
    ['cora-query first', () => [query.file, index.file]],
    ['cora-index first', () => [index.file, query.file]],
  ])('are installed globally, %s, and neither takes the command of the other', (_, files) => {
    const prefix = tempDir('cora-global-');
    // Its dependency is not in a registry yet: it is given beside it.
    for (const file of files())
      run(home, home, 'npm', 'install', '--global', `--prefix=${prefix}`, '--no-audit', '--no-fund', file, query.file);
    const bin = process.platform === 'win32' ? prefix : join(prefix, 'bin');
    for (const name of ['cora-query', 'cora', 'cora-index'])
      expect(run(home, home, join(bin, name), '--version')).toContain(version);
  });

  it('build where packages are kept apart: the binary is seen by cora-index alone', () => {
    const apart = tempDir('cora-apart-');
    const store = join(apart, 'store');
    install(store, home, query.file, index.file);
    // As pnpm lays them out.
    const own = join(apart, 'cora-index/node_modules');
    mkdirSync(own, { recursive: true });
    renameSync(join(store, 'node_modules/cora-index'), join(own, 'cora-index'));
    renameSync(join(store, 'node_modules/@lancedb'), join(own, '@lancedb'));
    const query_ = join(apart, 'cora-query/node_modules');
    mkdirSync(query_, { recursive: true });
    renameSync(join(store, 'node_modules/cora-query'), join(query_, 'cora-query'));
    symlinkSync(join(query_, 'cora-query'), join(own, 'cora-query'), 'junction');
    const said = run(paymentsRepo().dir, home, process.execPath, join(own, 'cora-index/cora.js'), 'index', '--json');
    expect(JSON.parse(said) as IndexReport).toMatchObject({ files: 3, computed: 3 });
  });

  it('indexes a repository and finds its TypeScript and its Python by their grammars', () => {
    const repo = paymentsRepo();
    const cora = (...args: string[]) =>
      run(repo.dir, home, 'npm', 'exec', `--prefix=${project}`, '--', 'cora', ...args);
    const report = JSON.parse(cora('index', '--json')) as IndexReport;
    expect(report).toMatchObject({ files: 3, computed: 3, skipped: [], failed: [], notes: [] });

    const ask = (question: string) => JSON.parse(cora('query', '--json', '-k', '3', '--', question)) as SearchResult;
    expect(ask('how long to wait before the next attempt').results[0]).toMatchObject({
      path: 'src/retry.ts',
      language: 'typescript',
      symbol: 'backoffDelay',
      kind: 'function',
      chunk: { endLine: 14 },
    });
    expect(ask('close_month').results[0]).toMatchObject({
      path: 'tools/ledger.py',
      language: 'python',
      symbol: 'close_month',
    });
  });

  it('runs the example of docs/api.md, compiled with its types, and prints what that page says', () => {
    const [, example = '', printed = ''] = /^```ts\n([\s\S]*?)^```[\s\S]*?^```\n([\s\S]*?)^```/m.exec(
      readFileSync(join(root, 'docs/api.md'), 'utf8'),
    )!;
    writeFileSync(join(project, 'use.ts'), example);
    writeFileSync(
      join(project, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          module: 'nodenext',
          target: 'es2023',
          strict: true,
          noUncheckedIndexedAccess: true,
          exactOptionalPropertyTypes: true,
          types: ['node'],
          typeRoots: [join(root, 'node_modules/@types')],
        },
        files: ['use.ts'],
      }),
    );
    run(project, home, process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', '.');
    expect(run(paymentsRepo().dir, home, process.execPath, join(project, 'use.js'))).toBe(printed);
  });

  it('export nothing that docs/api.md does not name, and no other file', () => {
    const list = (name: string) =>
      run(project, home, process.execPath, '--input-type=module', '-e', listExports(name)).trim().split('\n');
    const names = list('cora-query');
    expect(list('cora-index')).toEqual(names);
    const page = readFileSync(join(root, 'docs/api.md'), 'utf8');
    expect(names).toEqual(['CoraError', 'isCoraError', 'openCora', 'openIndex', 'renderResult']);
    expect(names.filter((name) => !page.includes(name))).toEqual([]);
    expect(() =>
      run(project, home, process.execPath, '--input-type=module', '-e', "await import('cora-query/dist/cli.js')"),
    ).toThrow('ERR_PACKAGE_PATH_NOT_EXPORTED');
  });
});

describe('a fresh clone', () => {
  it('answers with npm run demo, from an empty home, and stays clean', () => {
    const home = tempDir('cora-home-');
    const clone = join(tempDir('cora-clone-'), 'cora');
    run(home, home, 'git', 'clone', '-q', root, clone);
    const shown = run(clone, home, 'npm', 'run', 'demo');
    expect(shown).toContain('$ cora index');
    expect(shown).toMatch(/src\/[\w/-]+\.ts:\d+/);
    expect(run(clone, home, 'git', 'status', '--porcelain')).toBe('');
  });
});

const listExports = (name: string) => `console.log(Object.keys(await import('${name}')).join('\\n'))`;

function install(project: string, home: string, ...files: string[]): void {
  mkdirSync(project, { recursive: true });
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
  run(project, home, 'npm', 'install', '--no-audit', '--no-fund', ...files);
}

function paymentsRepo() {
  const repo = tempRepo()
    .file('src/retry.ts', TYPESCRIPT)
    .file('tools/ledger.py', PYTHON)
    .file('README.md', '# Payments\n\nMoves money.\n');
  repo.commit();
  return repo;
}

const TYPESCRIPT = `import { sleep } from './sleep.ts';

const BASE = 250;

/**
 * Waits longer after each failed attempt.
 */
export function backoffDelay(attempt: number, jitter: number): number {
  let delay = BASE;
  for (let done = 0; done < attempt; done++) {
    delay = delay * 2 + jitter;
  }
  return Math.min(delay, 60_000);
}

export async function withRetry<T>(work: () => Promise<T>, limit: number): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt >= limit) throw error;
      await sleep(backoffDelay(attempt, 0));
    }
  }
}
`;

const PYTHON = `"""The ledger: postings by account and month."""

import datetime


class Ledger:
    """All postings, newest last."""

    def __init__(self, postings):
        self.postings = list(postings)

    def close_month(self, month: datetime.date) -> int:
        """Sums the postings of a month and forbids later ones."""
        total = 0
        for posting in self.postings:
            if posting.month == month:
                total += posting.cents
                posting.frozen = True
        return total


def open_ledger(path):
    with open(path) as lines:
        return Ledger(line.split(";") for line in lines)
`;

/** @returns standard output; throws with all output when the command fails */
function run(cwd: string, home: string, command: string, ...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    env: strangerEnv(home),
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    shell: process.platform === 'win32' && command.startsWith('np'),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (error !== undefined) throw error;
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: exit ${status}\n${stdout}\n${stderr}`);
  return stdout;
}

/** The environment of someone who has just installed Node: no settings of this machine's user, of npm or of the test runner. */
function strangerEnv(home: string): NodeJS.ProcessEnv {
  mkdirSync(home, { recursive: true });
  const inherited = Object.entries(process.env).filter(
    ([name]) =>
      !/^(npm_(?!config_(registry|cafile)$)|GIT_|CORA_|VITEST|NODE_ENV$|NODE_OPTIONS$|INIT_CWD$|XDG_)/i.test(name),
  );
  return { ...Object.fromEntries(inherited), HOME: home, USERPROFILE: home, npm_config_update_notifier: 'false' };
}

function packagesIn(modules: string): string[] {
  return filesIn(modules)
    .filter((file) => /node_modules[/\\](@[^/\\]+[/\\])?[^/\\]+[/\\]package\.json$/.test(file))
    .map((file) => join(file, '..'));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, 'utf8')) as T;
}
