/** What is shown of a repository stays inside of it, whatever path is asked for. */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { silentLog } from '../../../src/base/log.ts';
import { fsPath, pathFromBytes } from '../../../src/git/repository.ts';
import { indexSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { type Lines, type LinesRequest, readLines } from '../../../src/view/readLines.ts';
import fc from '../../helpers/fastCheck.ts';
import { madeUpSecrets } from '../../helpers/madeUpSecrets.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const options = resolveOptions({ embedder: 'hash', 'max-file-size': 10_000 }, {}, null);
const SECRET = 'must never be shown';

function read(repo: Pick<TempRepo, 'dir' | 'env'>, path: string, more: Partial<LinesRequest> = {}): Promise<Lines> {
  const surroundings = { dir: repo.dir, env: repo.env, cacheDir: repo.dir, log: silentLog };
  return readLines(indexSettings(options), surroundings, { path, budget: 8000, ...more });
}

describe('readLines', () => {
  let repo: TempRepo;
  let outside: string;
  beforeAll(() => {
    outside = tempDir();
    writeFileSync(`${outside}/outside.txt`, SECRET);
    repo = tempRepo();
    repo
      .file('src/a.ts', 'one\ntwo\nthree\nfour\n')
      .file('big.txt', 'x'.repeat(20_000))
      .file('bin', Buffer.from('a\0b'))
      .file('empty.txt', '')
      .file('.env', SECRET)
      .file('deploy/id_rsa', SECRET)
      .file('.gitignore', 'local/\n')
      .file('.coraignore', 'private/\n')
      .file('private/plan.md', SECRET)
      .file('local/notes.txt', SECRET);
    symlinkSync(`${outside}/outside.txt`, repo.path('link'));
    symlinkSync(outside, repo.path('linked'));
    symlinkSync('src', repo.path('inner'));
    repo.commit();
    const nested = tempRepo();
    nested.file('inside.txt', SECRET).commit();
    repo.git('clone', '-q', `file://${nested.dir}`, 'nested');
  });

  quick.it.each([
    ['/etc/passwd', /not relative/],
    ['../outside.txt', /leads out/],
    ['src/../../outside.txt', /leads out/],
    ['src/./a.ts', /shortest form/],
    ['.git/config', /Git directory/],
    ['.GIT/config', /Git directory/],
    ['src/.git/x', /Git directory/],
    ['link', /is a link/],
    ['linked/outside.txt', /behind the link 'linked'/],
    ['inner/a.ts', /behind the link 'inner'/],
    ['src', /is a directory/],
    ['nothing.ts', /not a file of the working tree/],
    ['big.txt', /too large: 20000 bytes, and 10000/],
    ['bin', /is binary/],
    ['.env', /secrets \(environment file\)/],
    ['deploy/id_rsa', /secrets \(private SSH key\)/],
    ['local/notes.txt', /ignored by Git/],
    ['nested/inside.txt', /another repository/],
    ['private/plan.md', /ignored by .coraignore/],
    ['a\0b', /not a path/],
    ['', /not a path/],
  ])('refuses %j and says why', async (path, message) => {
    await expect(read(repo, path)).rejects.toMatchObject({ code: 'BAD_PATH', message: expect.stringMatching(message) });
  });

  quick.it.each([
    ['.env', /secrets/],
    ['link', /is a link/],
    ['linked/outside.txt', /not a file of this commit/],
    ['private/plan.md', /ignored by/],
    ['../x', /leads out/],
    ['src', /not a regular file|not a file/],
  ])('refuses %j of a commit too', async (path, message) => {
    await expect(read(repo, path, { revision: 'HEAD' })).rejects.toMatchObject({
      message: expect.stringMatching(message),
    });
  });

  quick.it.each([
    ['src/a.ts:2-3', 'the path is src/a.ts, and the lines are 2-3'],
    ['src/a.ts#L2-L3', 'the path is src/a.ts, and the lines are 2-3'],
    ['HEAD~1:src/a.ts', 'the path is src/a.ts, and the revision before it is an option of its own (--rev)'],
    ['https:/example.com/owner/name/blob/main/src/a.ts', 'Did you mean src/a.ts?'],
  ])('says what is the path in %j', async (path, hint) => {
    await expect(read(repo, path)).rejects.toMatchObject({ code: 'BAD_PATH', hint });
  });

  quick.it('shows a file as it is now, or as a commit has it, and says which', async () => {
    const own = tempRepo();
    own.file('a.py', 'old\n');
    const commit = own.commit();
    expect(await read(own, 'a.py')).toEqual({
      repository: '',
      commit: null,
      path: 'a.py',
      language: 'python',
      status: 'committed',
      startLine: 1,
      endLine: 1,
      fileLines: 1,
      truncated: false,
      text: 'old',
    });
    own.file('a.py', 'new\n').file('b.py', 'b');
    expect(await read(own, 'a.py')).toMatchObject({ status: 'modified', text: 'new' });
    expect(await read(own, 'b.py')).toMatchObject({ status: 'untracked', text: 'b' });
    expect(await read(own, 'a.py', { revision: 'HEAD' })).toMatchObject({ status: 'committed', commit, text: 'old' });
    await expect(read(own, 'a.py', { revision: '--output=x' })).rejects.toMatchObject({ code: 'BAD_REVISION' });
  });

  quick.it('shows files whose names are not UTF-8, and those whose names hold U+FFFD', async () => {
    const own = tempRepo();
    const put = (name: Buffer, text: string) => writeFileSync(fsPath(own.dir, pathFromBytes(name)), text);
    const [first, second] = ['caf\xe9.py', 'caf\xe8[?].py'].map((name) => Buffer.from(name, 'latin1')) as [
      Buffer,
      Buffer,
    ];
    const third = Buffer.from('a\uFFFDE9.py');
    const [folder, inside] = ['src/\xe9', 'src/\xe9/b.py'].map((name) => Buffer.from(name, 'latin1')) as [
      Buffer,
      Buffer,
    ];
    const ignored = Buffer.from('local/caf\xe9.py', 'latin1');
    for (const name of ['src', 'local']) mkdirSync(own.path(name));
    mkdirSync(fsPath(own.dir, pathFromBytes(folder)));
    own.file('.gitignore', 'local/\n');
    for (const name of [first, third, inside, ignored]) put(name, 'old\n');
    own.commit();
    put(third, 'new\n');
    put(second, 'new\n');
    const found = [first, inside, third, second].map(pathFromBytes);
    expect(await Promise.all(found.map((path) => read(own, path)))).toMatchObject([
      { path: 'caf\uFFFDE9.py', status: 'committed', text: 'old' },
      { path: 'src/\uFFFDE9/b.py', status: 'committed', text: 'old' },
      { path: 'a\uFFFD\uFFFDE9.py', status: 'modified', text: 'new' },
      { path: 'caf\uFFFDE8[?].py', status: 'untracked', text: 'new' },
    ]);
    await expect(read(own, pathFromBytes(ignored))).rejects.toThrow(/ignored by Git/);
    await expect(read(own, 'caf\uFFFDE7.py')).rejects.toThrow(/not a file of the working tree/);
  });

  quick.it('shows the lines that are asked for, whole ones within the budget', async () => {
    expect(await read(repo, 'src/a.ts', { startLine: 2, endLine: 3 })).toMatchObject({
      startLine: 2,
      endLine: 3,
      fileLines: 4,
      truncated: false,
      text: 'two\nthree',
    });
    expect(await read(repo, 'src/a.ts', { startLine: 3, endLine: 99 })).toMatchObject({ endLine: 4, truncated: false });
    expect(await read(repo, 'src/a.ts', { budget: 3 })).toMatchObject({ startLine: 1, endLine: 2, truncated: true });
    await expect(read(repo, 'src/a.ts', { startLine: 9 })).rejects.toMatchObject({
      message: expect.stringMatching(/ends at line 4/),
    });
    await expect(read(repo, 'src/a.ts', { startLine: 3, endLine: 1 })).rejects.toMatchObject({ code: 'USAGE' });
    expect(await read(repo, 'empty.txt')).toMatchObject({ startLine: 0, endLine: 0, text: '', truncated: false });
  });

  quick.it('writes secrets over, and keeps every line where it is', async () => {
    const own = tempRepo();
    const secrets = madeUpSecrets(7).filter(({ value }) => !value.includes('\n'));
    expect(secrets.length).toBeGreaterThan(3);
    const lines = secrets.map(({ name, value }) => `${name} = "${value}"`);
    own.file('deploy.py', `${lines.join('\n')}\nlast = 3\n`).commit();
    for (const revision of [{}, { revision: 'HEAD' }]) {
      const { text, fileLines } = await read(own, 'deploy.py', revision);
      expect(secrets.filter(({ secret }) => text.includes(secret)).map(({ rule }) => rule)).toEqual([]);
      expect(text.split('\n')[lines.length]).toBe('last = 3');
      expect(fileLines).toBe(lines.length + 1);
    }
  });

  quick.it('shows the beginning of a line that is longer than the budget, and no half of a character', async () => {
    const own = tempRepo();
    own.file('long.txt', `${'😀 word '.repeat(400)}\nnext\n`).commit();
    const shown = await read(own, 'long.txt', { budget: 100 });
    expect(shown).toMatchObject({ startLine: 1, endLine: 1, truncated: true });
    expect('😀 word '.repeat(400).startsWith(shown.text)).toBe(true);
    expect(Buffer.from(shown.text).toString()).toBe(shown.text);
  });

  slow.it(
    'never shows what lies outside, is secret or ignored, by any spelling',
    async () => {
      const piece = fc.constantFrom(
        ...['..', '.', '', '/', '//', '\\', 'src', 'a.ts', '.git', 'git~1', '.env', '.ENV', 'link', 'linked', 'inner'],
        ...[
          'outside.txt',
          'private',
          'plan.md',
          'local',
          'notes.txt',
          'nested',
          'inside.txt',
          '\0',
          '~',
          '%2e%2e',
          'C:',
        ],
        ...[
          '.g\u200cit',
          'config',
          'HEAD',
          ':(top)',
          '*',
          'deploy',
          'id_rsa',
          outside,
          '\u2025',
          'SRC',
          '.git ',
          '.git::$DATA',
        ],
      );
      const paths = fc.array(piece, { minLength: 1, maxLength: 6 }).map((parts) => parts.join('/'));
      const revision = fc.constantFrom(undefined, 'HEAD');
      await fc.assert(
        fc.asyncProperty(paths, revision, async (path, rev) => {
          const found = await read(repo, path, rev === undefined ? {} : { revision: rev }).catch((error: unknown) => {
            expect(isCoraError(error), String(error)).toBe(true);
            return null;
          });
          if (found !== null) expect(found).toMatchObject({ path: 'src/a.ts', text: 'one\ntwo\nthree\nfour' });
        }),
        { numRuns: 300 },
      );
    },
    60_000,
  );
});
