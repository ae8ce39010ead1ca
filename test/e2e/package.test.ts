/** What a user gets: the packed tarball in an empty project, and a fresh clone. Asks the npm registry and nothing else. */

import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { IndexReport } from '../../src/base/types.ts';
import { tempDir, tempRepo } from '../helpers/tempRepo.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = readJson<{ version: string }>(join(root, 'package.json'));

const MAX_INSTALL_BYTES = 230e6;

/** All that dist may hold for a user. */
const DIST = [
  /^dist\/[\w.-]+\.js$/,
  /^dist\/(builtin\.bin|cora\.1|LICENSES\.txt)$/,
  /^dist\/grammars\/(tree-sitter[\w-]*\.wasm\.br|web-tree-sitter\.js)$/,
  /^dist\/types\/[\w/]+\.d\.ts$/,
  /^dist\/web\/(index\.html|assets\/[\w.-]+\.(js|css|svg))$/,
];

describe('the packed tarball in an empty project', () => {
  const home = tempDir('cora-home-');
  const project = tempDir('cora-consumer-');
  const modules = join(project, 'node_modules');
  let packed: string[] = [];
  let packedBytes = 0;

  beforeAll(() => {
    const [tarball] = JSON.parse(run(root, home, 'npm', 'pack', '--json', '--pack-destination', project)) as [
      { filename: string; size: number; files: { path: string }[] },
    ];
    packed = tarball.files.map((file) => file.path);
    packedBytes = tarball.size;
    writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }\n');
    run(project, home, 'npm', 'install', '--no-audit', '--no-fund', join(project, tarball.filename));
  });

  it('holds dist, its documents and nothing else', () => {
    const documents = packed.filter((path) => !path.startsWith('dist/')).sort();
    expect(documents).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json']);
    expect(packed).toEqual(
      expect.arrayContaining(
        ['cli.js', 'api.js', 'probe.js', 'types/api.d.ts', 'LICENSES.txt'].map((name) => `dist/${name}`),
      ),
    );
    const kinds = packed.filter((path) => path.startsWith('dist/') && !DIST.some((form) => form.test(path)));
    expect(kinds).toEqual([]);
    expect(packed.filter((path) => /[.-](map|test|spec)\b|index\.js$|node_modules/.test(path))).toEqual([]);
    // Of the declarations only those that the library reaches.
    expect(packed.filter((path) => path.endsWith('.d.ts')).length).toBeLessThan(150);
  });

  it('runs no script where it is installed', () => {
    const { scripts } = JSON.parse(readFileSync(join(modules, 'cora-query/package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    expect(Object.keys(scripts).filter((name) => /^(?:pre|post)?(?:install|prepare|pack)$/.test(name))).toEqual([]);
  });

  it('is at most 13 MB to download', () => {
    expect(packedBytes).toBeLessThan(13e6);
  });

  it('brings the binary of this platform and no other package', () => {
    const names = packagesIn(modules).map((folder) => relative(modules, folder));
    expect(names.filter((name) => name !== 'cora-query')).toEqual([
      expect.stringMatching(/^@lancedb[/\\]lancedb-[\w-]+$/),
    ]);
  });

  it('is at most 230 MB and runs no script when it is installed', () => {
    const bytes = filesIn(modules).reduce((sum, file) => sum + statSync(file).size, 0);
    expect(bytes).toBeLessThan(MAX_INSTALL_BYTES);
    for (const folder of packagesIn(modules)) {
      const { scripts = {} } = readJson<{ scripts?: Record<string, string> }>(join(folder, 'package.json'));
      expect(Object.keys(scripts).filter((name) => /^(pre|post)?install$/.test(name))).toEqual([]);
      expect(readdirSync(folder)).not.toContain('binding.gyp');
    }
  });

  it('names no path of the machine that built it', () => {
    const built = root.replace(/[/\\]$/, '');
    const files = filesIn(join(modules, 'cora-query')).filter((file) => /\.(js|ts|json|txt)$/.test(file));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => readFileSync(file, 'utf8').includes(built))).toEqual([]);
  });

  it('answers npx by both names', () => {
    expect(run(project, home, 'npx', '--no-install', 'cora-query', '--version')).toContain(version);
    expect(run(project, home, 'npx', '--no-install', 'cora', '--version')).toContain(version);
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
      symbol: 'Ledger',
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

  it('exports nothing that docs/api.md does not name, and no other file', () => {
    const names = run(project, home, process.execPath, '--input-type=module', '-e', LIST_EXPORTS).trim().split('\n');
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

const LIST_EXPORTS = "console.log(Object.keys(await import('cora-query')).join('\\n'))";

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
