/** Remotes that want more than to be fetched, over ssh (a real server, and one that is none) and file: bounded, named, nothing of them runs. */

import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import type { NetworkLimits } from '../../../src/fleet/networkGit.ts';
import { readAddress } from '../../../src/fleet/readAddress.ts';
import { updateClone } from '../../../src/fleet/updateClone.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { gitEnv, type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const urlOf = ({ dir }: Pick<TempRepo, 'dir'>): string => `file://${dir}`;

function repoWith(path: string, content = 'export function alpha() {}\n'): TempRepo {
  const repo = tempRepo();
  repo.file(path, content).commit();
  return repo;
}

describe('a server that is none', () => {
  const program = fileURLToPath(new URL('../../helpers/hostileGitServer.mjs', import.meta.url));

  async function asked(what: string, limits: Partial<NetworkLimits> = {}) {
    const env = gitEnv({ GIT_SSH_COMMAND: `'${process.execPath}' '${program}' ${what}`, GIT_SSH_VARIANT: 'simple' });
    const dir = join(tempDir(), 'clone');
    const address = readAddress('ssh://git@host.example/org/name')!;
    const ended = await updateClone({ address, branch: null, dir, env, stallMs: 60_000, limits }).then(
      (updated) => updated,
      (error: { code: string; message: string }) => ({ code: error.code, message: error.message }),
    );
    const packs = join(dir, 'objects/pack');
    return { ended, left: existsSync(packs) ? readdirSync(packs) : [] };
  }

  quick.it.each([
    ['odd-branch', /"--upload-pack=x" is not a valid branch name/],
    // Git itself believes no such name: the server is asked for HEAD, and has nothing to give.
    ['dotted-branch', /hung up/],
    ['control-branch', /hung up/],
    ['no-branch', /./],
  ])('whose HEAD is %s is left, by name', async (what, said) => {
    const { ended } = await asked(what, { wholeMs: 20_000 });
    expect(ended).toMatchObject({ code: expect.stringMatching(/^(USAGE|NETWORK|GIT|BAD_REVISION)$/) });
    expect((ended as { message: string }).message).toMatch(said);
    expect((ended as { message: string }).message).not.toMatch(/[\u0000-\u001f]/);
  });

  const endless: [string, string, Partial<NetworkLimits>, RegExp][] = [
    ['lists branches for ever', 'endless-refs', { wholeMs: 1500 }, /took more than 2 s/],
    ['talks for ever', 'endless-words', { wholeMs: 1500 }, /took more than 2 s/],
    ['sends a pack for ever', 'endless-pack', { diskBytes: 20 * 2 ** 20 }, /sent more than 20 MiB/],
  ];
  // Elsewhere the system does not tell, and the time ends it.
  if (process.platform === 'linux')
    endless.push(['fills the memory', 'endless-refs', { memoryBytes: 40 * 2 ** 20 }, /40 MiB of memory/]);

  it.each(shareOf(endless, 3))('that %s is left, and its half pack goes', async (_, what, limits, said) => {
    const { ended, left } = await asked(what, limits);
    expect(ended).toMatchObject({ code: 'NETWORK', message: expect.stringMatching(said) });
    expect(left).toEqual([]);
  });

  quick.it(
    'is left too where the system no longer lets its git be ended, as macOS says of one that has just ended',
    async () => {
      const kill = process.kill.bind(process);
      const spied = vi.spyOn(process, 'kill').mockImplementation((pid, signal) => {
        kill(pid, signal);
        throw Object.assign(new Error('kill EPERM'), { code: 'EPERM' });
      });
      const { ended } = await asked('endless-words', { wholeMs: 500 }).finally(() => spied.mockRestore());
      expect(ended).toMatchObject({ code: 'NETWORK', message: expect.stringMatching(/took more than/) });
    },
  );

  quick.it('that sends 25 kB which become 16 GiB is left before they do', async () => {
    const { ended, left } = await asked('bomb');
    expect(ended).toMatchObject({ code: 'NETWORK', message: expect.stringMatching(/over limit|alloc|memory/i) });
    expect(left).toEqual([]);
  });
});

slow.describe('odd references', () => {
  slow.it(
    'by the hundred thousand, in both cases, with dashes and a HEAD that leads nowhere, are one branch or a name',
    async () => {
      const repo = repoWith('a.ts');
      const commit = repo.git('rev-parse', 'HEAD');
      const odd = [
        'refs/heads/--upload-pack=touch owned',
        'refs/heads/-u',
        'refs/heads/MAIN',
        'refs/heads/Main',
        'refs/heads/a;b$(c)`d`',
      ];
      const many = Array.from({ length: 100_000 }, (_, at) => `refs/heads/many/${String(at).padStart(6, '0')}`);
      writeFileSync(
        repo.path('.git/packed-refs'),
        `# pack-refs with: peeled fully-peeled sorted \n${[...odd, ...many]
          .sort()
          .map((ref) => `${commit} ${ref}\n`)
          .join('')}`,
      );
      const fleet = testFleet();
      await fleet.add(urlOf(repo), { name: 'a' });
      expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'updated', commit }]);
      const clone = join(fleet.home, 'repos', 'a');
      expect(repo.git('--git-dir', clone, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/main');
      writeFileSync(repo.path('.git/HEAD'), 'ref: refs/heads/nowhere\n');
      expect((await fleet.sync()).repositories).toMatchObject([
        { outcome: 'failed', error: expect.stringContaining('its default branch is gone') },
      ]);
      writeFileSync(repo.path('.git/HEAD'), 'ref: refs/heads/-u\n');
      expect((await fleet.sync()).repositories).toMatchObject([
        { outcome: 'failed', error: '"-u" is not a valid branch name.' },
      ]);
      // A HEAD that is no branch is fetched as what it is.
      repo.git('update-ref', 'refs/pull/1/head', commit);
      writeFileSync(repo.path('.git/HEAD'), `${commit}\n`);
      expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'fresh', commit }]);
      expect((await fleet.query('alpha')).results[0]).toMatchObject({ path: 'a.ts' });
    },
  );
});

describe('a repository on this machine', () => {
  quick.it('runs nothing that its configuration, hooks, submodules or missing objects name', async () => {
    const repo = repoWith('a.ts');
    const marker = join(tempDir(), 'owned');
    const program = join(tempDir(), 'program');
    writeFileSync(program, `#!/bin/sh\ntouch '${marker}'\n`, { mode: 0o755 });
    repo.file(
      '.gitmodules',
      `[submodule "e"]\n\tpath = e\n\turl = ext::${program}\n\tupdate = !${program}\n[submodule "o"]\n\tpath = o\n\turl = --upload-pack=${program}\n`,
    );
    repo.git('update-index', '--add', '--cacheinfo', `160000,${repo.git('rev-parse', 'HEAD')},e`);
    repo.git('add', '.gitmodules');
    repo.git('commit', '-q', '-m', 'submodules');
    for (const hook of ['post-upload-pack', 'pre-upload-pack', 'reference-transaction', 'post-update'])
      repo.file(`.git/hooks/${hook}`, readFileSync(program, 'utf8'));
    for (const hook of readdirSync(repo.path('.git/hooks')))
      writeFileSync(repo.path('.git/hooks', hook), readFileSync(program), { mode: 0o755 });
    // An object that is not there would be asked for at a place that the configuration names.
    const blob = repo.git('rev-parse', 'HEAD:a.ts');
    repo.remove(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
    appendFileSync(
      repo.path('.git/config'),
      `[uploadpack]\n\tpackObjectsHook = ${program}\n[core]\n\tfsmonitor = ${program}\n\tsshCommand = ${program}\n\talternateRefsCommand = ${program}\n` +
        `[remote "lazy"]\n\turl = ext::${program}\n\tuploadpack = ${program}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n[extensions]\n\tpartialClone = lazy\n[protocol "ext"]\n\tallow = always\n[protocol]\n\tallow = always\n`,
    );
    const fleet = testFleet();
    await fleet.add(urlOf(repo), { name: 'a' });
    expect((await fleet.sync()).repositories).toMatchObject([{ name: 'a', outcome: 'failed' }]);
    repo.git('config', 'remote.lazy.url', urlOf(tempRepo()));
    expect((await fleet.sync()).repositories).toMatchObject([{ name: 'a', outcome: 'failed' }]);
    expect(existsSync(marker)).toBe(false);
  });

  slow.it('that borrows objects and is full of links is fetched by git alone: the clone holds neither', async () => {
    const lender = repoWith('a.ts');
    const repo = tempRepo();
    repo.file('.git/objects/info/alternates', `${lender.dir}/.git/objects\n`);
    repo.git('update-ref', 'refs/heads/main', lender.git('rev-parse', 'HEAD'));
    symlinkSync('/etc/passwd', repo.path('.git/description.link'));
    const fleet = testFleet();
    await fleet.add(urlOf(repo), { name: 'a' });
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'updated', files: 1 }]);
    const clone = join(fleet.home, 'repos', 'a');
    expect(existsSync(join(clone, 'objects/info/alternates'))).toBe(false);
    expect(readdirSync(clone)).not.toContain('description.link');
  });
});

quick.describe('a list of repositories that is not set', () => {
  quick.it('is no empty list: what an earlier one had added stays, unless it is to be pruned', async () => {
    const [one, two] = [repoWith('a.ts'), repoWith('b.ts', 'export function beta() {}\n')];
    const fleet = testFleet();
    await fleet.sync([], { 'repos-urls': [urlOf(one), urlOf(two)] });
    const names = async () => (await fleet.list()).length;
    expect(await names()).toBe(2);
    const unset = await fleet.sync();
    expect([unset.removed, await names()]).toEqual([[], 2]);
    expect(readdirSync(join(fleet.home, 'repos'))).toHaveLength(2);
    expect((await fleet.query('beta')).results).toHaveLength(1);
    // One that is listed no more was asked to go.
    expect((await fleet.sync([], { 'repos-urls': [urlOf(one)] })).removed).toHaveLength(1);
    expect((await fleet.sync([], { prune: true })).removed).toHaveLength(1);
    expect([await names(), readdirSync(join(fleet.home, 'repos'))]).toEqual([0, []]);
    mkdirSync(join(fleet.home, 'repos', 'mine'));
    await fleet.sync([], { 'repos-urls': [] });
    expect(readdirSync(join(fleet.home, 'repos'))).toEqual(['mine']);
  });
});

quick.describe('a commit of three kilobytes that names ten thousand million files', () => {
  quick.it('costs nothing to fetch: no file of it is made', async () => {
    const repo = tempRepo();
    const commit = treeBomb(repo);
    const address = readAddress(urlOf(repo))!;
    const dir = join(tempDir(), 'clone');
    expect(await updateClone({ address, branch: null, dir, env: repo.env, stallMs: 60_000 })).toMatchObject({ commit });
  });
});

/** Ten levels of ten names for the same tree. */
function treeBomb(repo: TempRepo): string {
  let [mode, type, object] = ['100644', 'blob', repo.gitInput('x\n', 'hash-object', '-w', '--stdin')];
  for (let level = 0; level < 10; level++) {
    const lines = Array.from({ length: 10 }, (_, at) => `${mode} ${type} ${object}\td${at}\n`);
    object = repo.gitInput(lines.join(''), 'mktree');
    [mode, type] = ['040000', 'tree'];
  }
  const commit = repo.git('commit-tree', object, '-m', 'bomb');
  repo.git('update-ref', 'refs/heads/main', commit);
  return commit;
}
