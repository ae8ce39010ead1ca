/** The built command line as a shell user meets it: help, mistakes, exit codes, and which stream says what. */

import { cpSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { IndexReport } from '../../src/base/types.ts';
import type { Status } from '../../src/freshness/readStatus.ts';
import { runCli } from '../helpers/runCli.ts';
import { gitEnv, type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { type ErrorLine, indexed, jsonOf, shellIn, shopFiles, shopRepo } from './cliShell.ts';

let shop: TempRepo;
beforeAll(async () => {
  shop = await indexed(shopRepo());
});

describe('help', () => {
  it('goes to stdout, names every command, and needs no repository', async () => {
    const place = { cwd: tempDir(), env: gitEnv() };
    const [none, long, short, word] = await Promise.all(
      [[], ['--help'], ['-h'], ['help']].map((args) => runCli(args, place)),
    );
    expect(none).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['index', 'query', 'grep', 'symbols', 'refs', 'files', 'status', 'doctor', 'gc', 'clean'])
      expect(none!.stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    for (const other of [long, short, word]) expect(other).toEqual(none);
  });

  it('of a command lists its options, and --version is one line', async () => {
    const sh = shellIn(shop);
    const help = await sh(['query', '--help']);
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('Usage: cora query');
    expect(help.stdout).toMatch(/-k, --limit N .*default 10; CORA_LIMIT/);
    expect(await sh(['help', 'query'])).toEqual(help);
    const stderr = 'cora: There is no command "qury".\n  cora help query\n';
    expect(await sh(['help', 'qury'])).toEqual({ ...help, code: 2, stdout: '', stderr });
    expect(await sh(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\S*\n$/) });
  });
});

describe('mistakes', () => {
  it.each<[string, string[], RegExp]>([
    ['a misspelt command', ['indx'], /no command "indx"[\s\S]*cora index/],
    ['a misspelt option', ['query', '--lmit', '3', 'x'], /no option --lmit[\s\S]*--limit/],
    ['an option of another command', ['files', '--callers'], /no option --callers/],
    ['an option without its value', ['query', '-k'], /--limit needs a value/],
    ['a value that is no number', ['query', '-k', 'many', 'x'], /-k wants a whole number .*"many"/],
    ['no question', ['query'], /nothing to ask/],
    ['no pattern', ['grep'], /Usage: cora grep PATTERN/],
    ['a pattern that is none', ['grep', '('], /never closed/],
    ['a commit that is not there', ['index', '--rev', 'nowhere'], /'nowhere' names no commit/],
    ['a commit over two lines', ['files', '--rev', 'HEAD\n--help'], /^cora: 'HEAD\\n--help' is not the name/],
    ['a language that is none', ['query', '--lang', 'typscript', 'x'], /"typscript"[\s\S]*typescript\?/],
    ['a kind that is none', ['symbols', '--kind', 'funktion', 'x'], /"funktion"[\s\S]*function/],
    ['a port that is none', ['serve', '--port', '99999'], /--port wants a whole number from 0 to 65535/],
    ['an unknown embedder', ['query', '--embedder', 'magic', 'x'], /magic/],
  ])('%s: exit 2, one message on stderr, nothing on stdout', async (_, args, message) => {
    const { code, stdout, stderr } = await shellIn(shop)(args);
    expect(stderr).toMatch(message);
    expect(stderr).toMatch(/^cora: /);
    expect(stderr).not.toMatch(/\n {4}at /);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  it('are JSON on stderr with --json, whichever command', async () => {
    for (const [args, code, exit] of [
      [['query', '--json', '--lmit', '3', 'x'], 'USAGE', 2],
      [['grep', '--json', '('], 'BAD_PATTERN', 2],
      [['query', '--json', '--store', tempDir(), 'x'], 'NO_INDEX', 3],
    ] as const) {
      const result = await shellIn(shop)(args);
      expect(result).toMatchObject({ code: exit, stdout: '' });
      expect((JSON.parse(result.stderr) as ErrorLine).error).toMatchObject({ code, message: expect.any(String) });
    }
    const text = await shellIn(shop)(['query', '--store', tempDir(), '--', '--json']);
    expect(text.stderr).toMatch(/^cora: There is no index/);
  });

  it('outside of a repository says so', async () => {
    const { code, stderr } = await runCli(['index'], { cwd: tempDir(), env: gitEnv() });
    expect(code).toBe(2);
    expect(stderr).toMatch(/is not inside a Git repository/);
  });
});

describe('without an index', () => {
  it('status, query, symbols, refs and gc exit with 3 and name the command to type', async () => {
    const sh = shellIn(shopRepo());
    for (const args of [['status'], ['query', 'cart'], ['symbols', 'Cart'], ['refs', 'Cart'], ['gc']]) {
      const { code, stdout, stderr } = await sh(args);
      expect({ code, stdout }, stderr).toEqual({ code: 3, stdout: '' });
      expect(stderr, args[0]).toMatch(/no index[\s\S]*cora index/);
    }
    expect((await sh(['query', 'cart'])).stderr).toContain('--fallback');
    expect(await sh(['clean'])).toMatchObject({ code: 0, stdout: 'There is no index here.\n' });
  });

  it('and without a commit, index explains what is missing, and files and grep are of what lies there', async () => {
    const sh = shellIn(tempRepo().file('a.ts', 'const apple = 1;\n'));
    const { code, stdout, stderr } = await sh(['index']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/no commits yet[\s\S]*git commit/);
    for (const args of [['status'], ['query', 'apple'], ['symbols', 'apple'], ['gc'], ['pack']])
      expect(await sh(args), args[0]).toMatchObject({ code: 3, stderr });
    for (const args of [
      ['files', '--since', 'HEAD'],
      ['index', '--rev', 'HEAD~1'],
      ['doctor', '--fix'],
    ])
      expect(await sh(args), args[0]).toMatchObject({ code: 2, stderr });
    expect((await sh(['doctor'])).stdout).toMatch(/no commits yet[\s\S]*git commit/);
    expect(await sh(['files'])).toMatchObject({ code: 0, stdout: expect.stringContaining('a.ts\n') });
    expect(await sh(['grep', 'apple'])).toMatchObject({ code: 0, stdout: 'a.ts:1:7:const apple = 1;\n' });
  });
});

describe('index', () => {
  it.each([[['hooks', 'install']], [['gc']], [['hooks', 'uninstall']], [['clean', '--yes']]])(
    '%j says nothing of what it has done with --quiet, and everything without',
    async (words) => {
      const sh = shellIn(await indexed(shopRepo()));
      expect(await sh([...words, '--quiet'])).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
      expect((await sh(words)).stdout).not.toBe('');
    },
  );

  it('reports on stdout and its progress on stderr; --quiet says nothing', async () => {
    const repo = shopRepo();
    const sh = shellIn(repo);
    const loud = await sh(['index']);
    expect(loud.code).toBe(0);
    expect(loud.stdout).toMatch(/^Indexed [0-9a-f]{9}: 4 files, \d+ chunks \(4 files read/);
    expect(loud.stderr).toMatch(/^Indexing: 4 files$/m);
    expect(loud.stdout + loud.stderr).not.toMatch(/[\r\x1b]/);
    expect(await sh(['index', '--quiet'])).toEqual({ code: 0, signal: null, stdout: '', stderr: '' });
    const again = jsonOf<IndexReport>(await sh(['index', '--json']));
    expect(again).toMatchObject({ files: 4, computed: 0, embedded: 0, reused: 4 });
  });

  it('works from a sub-directory and for a directory that is named, with the settings of that directory', async () => {
    const repo = shopRepo().file('cora.config.json', '{ "exclude": ["docs/**"], "store": "../index-of-shop" }');
    repo.commit();
    const inside = await shellIn(repo)(['index', '--quiet'], { cwd: repo.path('src') });
    expect(inside, inside.stderr).toMatchObject({ code: 2, stderr: expect.stringContaining('"store"') });
    repo.file('cora.config.json', '{ "exclude": ["docs/**"], "store": ".git/cora-other" }').commit();
    const sub = jsonOf<IndexReport>(await shellIn(repo)(['index', '--json'], { cwd: repo.path('src') }));
    expect(sub).toMatchObject({ computed: sub.files });
    const named = await runCli(['index', '--json', repo.path('tools')], { cwd: tempDir(), env: repo.env });
    expect(jsonOf<IndexReport>(named)).toMatchObject({ commit: sub.commit, files: sub.files, computed: 0 });
    const status = jsonOf<Status>(await shellIn(repo)(['status', '--json'], { cwd: repo.path('docs') }));
    expect(status.store.path.startsWith(repo.path('.git/cora-other'))).toBe(true);
    expect(
      jsonOf<{ files: { path: string; indexed: boolean }[] }>(await shellIn(repo)(['files', '--json'])).files,
    ).toContainEqual(expect.objectContaining({ path: 'docs/guide.md', indexed: false, reason: 'excluded' }));
  });

  it('leaves settings of a directory above the repository alone', async () => {
    const above = tempDir();
    const repo = tempRepo();
    mkdirSync(join(above, 'inner'));
    const inner = { ...repo, dir: join(above, 'inner') };
    repo.git('clone', '-q', shop.dir, inner.dir);
    await import('node:fs').then(({ writeFileSync }) => writeFileSync(join(above, 'cora.config.json'), '{ broken'));
    expect(await shellIn(inner)(['files'])).toMatchObject({ code: 0, stderr: '' });
    expect(await runCli(['--version'], { cwd: above, env: repo.env })).toMatchObject({ code: 0 });
  });
});

describe('status, files, gc and clean', () => {
  it('status says what is there, for people and for programs', async () => {
    const text = await shellIn(shop)(['status']);
    expect(text).toMatchObject({ code: 0, stderr: '' });
    expect(text.stdout).toMatch(/^Index +up to date with HEAD/);
    const { freshness, counts } = jsonOf<Status>(await shellIn(shop)(['status', '--json']));
    expect(freshness).toMatchObject({ commitsBehind: 0, dirtyFiles: 0 });
    expect(freshness.indexedCommit).toBe(shop.git('rev-parse', 'HEAD'));
    expect(counts.files).toBe(4);
  });

  it('gc and clean do nothing in a dry run, and clean asks first', async () => {
    const repo = await indexed(shopRepo());
    const sh = shellIn(repo);
    repo.git('checkout', '-q', '--orphan', 'other');
    repo.file('src/cart.ts', 'export const emptied = true;\n').commit();
    repo.git('branch', '-D', 'main');
    repo.git('reflog', 'expire', '--expire=now', '--all');
    await indexed(repo);
    const rows = async () => jsonOf<Status>(await sh(['status', '--json'])).table.rows;
    const before = await rows();
    expect(jsonOf(await sh(['gc', '--dry-run', '--json']))).toMatchObject({ rows: before, removed: false });
    expect(await rows()).toBe(before);
    const done = jsonOf<{ deadRows: number; removed: boolean }>(await sh(['gc', '--json']));
    expect(done.deadRows).toBeGreaterThan(0);
    expect(await rows()).toBe(before - done.deadRows);

    const refused = await sh(['clean']);
    expect(refused).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('cora clean --yes') });
    expect((await sh(['clean', '--all'])).stderr).toContain('cora clean --all --yes');
    expect((await sh(['clean', '--dry-run'])).stdout).toMatch(/^Would delete /);
    expect((await sh(['status'])).code).toBe(0);
    expect((await sh(['clean', '--yes'])).stdout).toMatch(/^Deleted /);
    expect((await sh(['status'])).code).toBe(3);
    const built = jsonOf<IndexReport>(await sh(['index', '--json']));
    expect(built.computed).toBe(built.files);
    expect(jsonOf<SearchResult>(await sh(['query', '--json', 'emptied'])).results[0]?.path).toBe('src/cart.ts');
  });

  it('names the indexes that other versions left, and clean --old deletes them and nothing else', async () => {
    const repo = await indexed(shopRepo());
    const sh = shellIn(repo);
    expect((await sh(['index', '--embedder', 'hash'])).stdout).not.toContain('clean --old');
    expect((await sh(['clean', '--old', '--yes'])).stdout).toBe('There is no index of another version of Cora here.\n');
    const stores = join(repo.dir, '.git', 'cora');
    const [own] = readdirSync(stores).filter((name) => /^[0-9a-f]{16}$/.test(name));
    // As a version left it whose redaction had another number.
    const left = join(stores, '0123456789abcdef');
    cpSync(join(stores, own!), left, { recursive: true });
    const shown = /other versions of Cora[\s\S]*clean --old\s+--yes/;
    for (const command of ['index', 'status', 'doctor']) expect((await sh([command])).stdout).toMatch(shown);
    expect(jsonOf<Status>(await sh(['status', '--json'])).otherVersions).toEqual([left]);
    expect(await sh(['clean', '--old'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('cora clean --old --yes'),
    });
    const before = readdirSync(stores);
    expect((await sh(['clean', '--old', '--yes'])).stdout).toBe(`Deleted ${left}.\n`);
    expect(readdirSync(stores)).toEqual(before.filter((name) => name !== '0123456789abcdef'));
    expect((await sh(['doctor'])).code).toBe(0);
    expect((await sh(['query', 'addItem'])).code).toBe(0);
  });

  it('takes a store in the working tree for none of its files', async () => {
    const repo = shopRepo();
    const sh = shellIn({ ...repo, env: { ...repo.env, CORA_STORE: 'own/index' } });
    expect((await sh(['index', '--quiet'])).code).toBe(0);
    const { results, freshness } = jsonOf<SearchResult>(await sh(['query', '--json', 'addItem']));
    expect([results[0]?.path, freshness.dirtyFiles]).toEqual(['src/cart.ts', 0]);
    expect((await sh(['status'])).stdout).not.toContain('uncommitted');
    expect((await sh(['grep', '--json', 'formatVersion'])).stdout).not.toContain('own/index');
    repo.file('own/new.ts', 'export const fresh = 1;\n');
    expect(jsonOf<SearchResult>(await sh(['query', '--json', 'fresh'])).freshness.dirtyFiles).toBe(1);
  });

  it('says what to name instead of a store that is a link, and of a place that takes no folder', async () => {
    const repo = await indexed(shopRepo());
    const [real, link] = [tempDir(), join(tempDir(), 'link')];
    symlinkSync(real, link);
    for (const command of [['index'], ['query', 'addItem'], ['clean']]) {
      const { code, stderr } = await shellIn(repo)([...command, '--store', link]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(`--store ${real}`)]);
    }
    if (process.platform !== 'linux') return;
    const env = { ...repo.env, CORA_STORE: '/proc/cora/store', CORA_HOME: '/proc/cora/home' };
    for (const command of [['index'], ['repos', 'add', 'https://example.com/a/b'], ['sync']]) {
      const { code, stderr } = await shellIn({ ...repo, env })(command);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/no folder can be made there/)]);
      expect(stderr).toContain(command[0] === 'index' ? '--store DIR' : '--repos-base-dir DIR or CORA_HOME');
    }
  });

  it('a failing grep says that secrets are not searched, where there are some, and to people only', async () => {
    const repo = shopRepo();
    const hint = 'Secrets in files are not searched: --unredacted';
    const nothing = () => shellIn(repo)(['grep', 'nowhereToBeFound']);
    await indexed(repo);
    expect((await nothing()).stderr).not.toContain(hint);
    repo
      .file('deploy.sh', `export GITHUB_TOKEN=${['ghp', 'xK7dQ2mVt9LrBz4WnH8pYc3JfG6sTa1RuE5o'].join('_')}\n`)
      .commit();
    await indexed(repo);
    expect((await nothing()).stderr).toContain(hint);
    expect((await shellIn(repo)(['grep', '--unredacted', 'nowhereToBeFound'])).stderr).not.toContain(hint);
    expect((await shellIn(repo)(['grep', '--json', 'nowhereToBeFound'])).stderr).not.toContain(hint);
  });

  it('names GIT_DIR where it is set and there is no repository', async () => {
    const { stderr } = await runCli(['status'], {
      cwd: tempDir(),
      env: { ...shop.env, GIT_DIR: join(shop.dir, '.git') },
    });
    expect(stderr).toContain('GIT_DIR is set, and Cora does not follow it');
  });

  it('makes no folder for a file that it writes, and files of the working tree as the umask says', async () => {
    const repo = await indexed(shopRepo());
    const gone = join(tempDir(), 'gone');
    for (const args of [
      ['pack', '-o', join(gone, 'index.tar')],
      ['merge', repo.dir, '-o', join(gone, 'index.tar')],
    ])
      expect((await shellIn(repo)(args)).code, args[0]).not.toBe(0);
    const { stderr } = await shellIn(repo)(['pack', '-o', join(gone, 'index.tar')]);
    expect(stderr).toContain(`${gone} is not there`);
    expect(existsSync(gone)).toBe(false);
    const before = process.umask(0o077);
    try {
      expect((await shellIn(repo)(['init', '--yes', '--mcp'])).code).toBe(0);
    } finally {
      process.umask(before);
    }
    expect(statSync(join(repo.dir, '.mcp.json')).mode & 0o777).toBe(0o600);
  });

  it('works in a linked worktree with the index of the first one', async () => {
    const tree = shopFiles(shop.worktree('beside'));
    const report = jsonOf<IndexReport>(await shellIn(tree)(['index', '--json']));
    expect(report).toMatchObject({ computed: 0, embedded: 0 });
  });
});
