/** A sync follows remotes that change, break and go away, over file://. */

import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { networkGit } from '../../../src/fleet/networkGit.ts';
import { syncFleet } from '../../../src/fleet/syncFleet.ts';
import { cora } from '../../helpers/cora.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { gitEnv, type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function repoWith(path: string, content: string): TempRepo {
  const repo = tempRepo();
  repo.file(path, content).commit();
  return repo;
}

const urlOf = ({ dir }: TempRepo): string => `file://${dir}`;

describe('sync', () => {
  quick.it('clones, indexes and says what it did; then there is nothing new, then one commit', async () => {
    const repo = repoWith('src/a.ts', 'export function alpha() {}\n');
    const fleet = testFleet();
    await fleet.add(urlOf(repo), { name: 'team/a' });
    const first = await fleet.sync();
    expect(first).toMatchObject({
      role: 'leader',
      repositories: [{ name: 'team/a', outcome: 'updated', index: 'built', files: 1 }],
    });
    const entry = fleet.manifest().repos['team_a']!;
    expect(entry).toMatchObject({ url: urlOf(repo), kind: 'clone', fileCount: 1, error: null });
    expect([entry.lastCommit, entry.lastIndexed]).toEqual([repo.git('rev-parse', 'HEAD'), entry.lastCommit]);
    for (const time of [entry.addedAt, entry.clonedAt, entry.lastPull, entry.lastTried])
      expect(Date.parse(time!)).toBeGreaterThan(0);
    const clone = join(fleet.home, 'repos', 'team_a');
    expect(existsSync(join(clone, 'hooks'))).toBe(false);
    expect(existsSync(join(clone, 'shallow')) || repo.git('rev-list', '--count', 'HEAD') === '1').toBe(true);

    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'fresh' }]);
    expect((await fleet.syncDue()).repositories).toMatchObject([{ outcome: 'waiting' }]);
    expect((await fleet.syncDue({ 'repos-sync-interval': 0 })).repositories).toMatchObject([{ outcome: 'fresh' }]);

    const commit = repo.file('src/b.ts', 'export function beta() {}\n').commit();
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'updated', commit, files: 2 }]);
    expect((await fleet.query('beta')).results[0]).toMatchObject({ repository: 'team/a', path: 'src/b.ts', commit });
    expect(fleet.log()).toMatch(/team\/a: updated/);
  });

  quick.it.skipIf(process.platform === 'win32')(
    'leaves the home open if it is so, and shuts others out of its own in it',
    async () => {
      const fleet = testFleet();
      chmodSync(fleet.home, 0o755);
      mkdirSync(join(fleet.home, 'state'), { mode: 0o755 });
      await fleet.add(urlOf(repoWith('src/a.ts', 'export function alpha() {}\n')), { name: 'team/a' });
      await fleet.sync();
      const modes = ['', 'state', 'repos', 'logs'].map((name) => statSync(join(fleet.home, name)).mode & 0o777);
      expect(modes).toEqual([0o755, 0o700, 0o700, 0o700]);
    },
  );

  quick.it('indexes at once what has no index of this version, whenever it was asked last', async () => {
    const place = repoWith('src/b.ts', 'export function beta() {}\n');
    const fleet = testFleet();
    await fleet.add(urlOf(repoWith('src/a.ts', 'export function alpha() {}\n')), { name: 'team/a' });
    await fleet.add(place.dir, { name: 'team/b' });
    await fleet.sync();
    expect((await fleet.syncDue()).repositories.map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting']);
    const stores = [join(fleet.home, 'repos', 'team_a', 'cora'), join(place.dir, '.git', 'cora')];
    for (const store of stores) {
      // As an older version, whose redaction had another number, left it.
      const [own] = readdirSync(store).filter((name) => /^[0-9a-f]{16}$/.test(name));
      renameSync(join(store, own!), join(store, '0123456789abcdef'));
    }
    await expect(fleet.query('alpha')).rejects.toMatchObject({
      code: 'NO_INDEX',
      hint: expect.stringContaining('cora sync'),
    });
    await expect(fleet.query('beta', ['team/b'])).rejects.toMatchObject({ hint: expect.stringContaining('cora sync') });
    expect((await fleet.syncDue()).repositories).toMatchObject([
      { outcome: 'fresh', counts: { computed: 1 } },
      { outcome: 'fresh', counts: { computed: 1 } },
    ]);
    expect((await fleet.syncDue()).repositories.map(({ outcome }) => outcome)).toEqual(['waiting', 'waiting']);
    expect((await fleet.query('alpha')).results[0]).toMatchObject({ path: 'src/a.ts' });
  });

  quick.it(
    'computes everything again where it is told to, of exactly the one that an id names, and says how far it is',
    async () => {
      const fleet = testFleet();
      await fleet.add(urlOf(repoWith('src/a.ts', 'export function alpha() {}\n')), { name: 'team/a' });
      await fleet.add(urlOf(repoWith('src/b.ts', 'export function beta() {}\n')), { name: 'x/team_a' });
      await fleet.sync();
      const phases = new Set<string>();
      const { repositories } = await syncFleet(fleet.fleet(), {
        names: ['team_a'],
        force: false,
        full: true,
        onProgress: (id, { phase }) => phases.add(`${id} ${phase}`),
      });
      expect(repositories).toMatchObject([
        { id: 'team_a', outcome: 'fresh', files: 1, counts: { chunks: 1, computed: 1, embedded: 1, reused: 0 } },
      ]);
      expect([...phases]).toEqual(expect.arrayContaining(['team_a fetch', 'team_a chunk']));
    },
  );

  quick.it('knows its clones again where a link leads to the home', async () => {
    const home = join(tempDir(), 'home');
    symlinkSync(tempDir(), home);
    const fleet = testFleet({}, undefined, home);
    await fleet.add(urlOf(repoWith('a.ts', 'export function alpha() {}\n')), { name: 'a' });
    await fleet.sync();
    const { clonedAt } = fleet.manifest().repos['a']!;
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'fresh' }]);
    expect(fleet.manifest().repos['a']).toMatchObject({ clonedAt });
    expect((await fleet.query('alpha')).results).toHaveLength(1);
  });

  quick.it('asks again after a clock was set back', async () => {
    const fleet = testFleet();
    await fleet.add(urlOf(repoWith('a.ts', 'export function alpha() {}\n')), { name: 'a' });
    await fleet.sync();
    for (const lastTried of ['2999-01-01T00:00:00.000Z', 'never']) {
      const { repos, ...manifest } = fleet.manifest();
      const changed = { ...manifest, repos: { a: { ...repos['a'], lastTried } } };
      writeFileSync(join(fleet.home, 'state', 'manifest.json'), JSON.stringify(changed));
      expect((await fleet.syncDue()).repositories).toMatchObject([{ outcome: 'fresh' }]);
    }
  });

  quick.it('syncs the one that has exactly the name, before those whose names hold it', async () => {
    const repo = repoWith('a.ts', 'export function alpha() {}\n');
    const fleet = testFleet();
    await fleet.add(urlOf(repo), { name: 'team/api' });
    await fleet.add(urlOf(repo), { name: 'team/api-docs' });
    expect((await fleet.sync(['team/api'])).repositories).toMatchObject([{ name: 'team/api' }]);
  });

  slow.it('follows a forced push, a renamed default branch and other hashes', async () => {
    const repo = repoWith('a.ts', 'export function alpha() {}\n');
    const fleet = testFleet();
    await fleet.add(urlOf(repo), { name: 'a' });
    await fleet.sync();
    repo.git('commit', '-q', '--amend', '-m', 'other');
    repo.file('b.ts', 'export function beta() {}\n').git('add', '-A');
    repo.git('commit', '-q', '--amend', '-m', 'another');
    const forced = repo.git('rev-parse', 'HEAD');
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'updated', commit: forced }]);

    repo.git('branch', '-q', '-m', 'main', 'trunk');
    const renamed = repo.file('c.ts', 'export function gamma() {}\n').commit();
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'updated', commit: renamed, files: 3 }]);
    const clone = join(fleet.home, 'repos', 'a');
    expect(repo.git('--git-dir', clone, 'for-each-ref', '--format=%(refname)')).toBe('refs/heads/trunk');

    const other = tempRepo({ objectFormat: 'sha256' });
    const commit = other.file('d.ts', 'export function delta() {}\n').commit();
    repo.remove('.git');
    other.move('.git', `../../${repo.dir.split('/').slice(-2).join('/')}/.git`);
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'updated', commit, files: 1 }]);
  });

  slow.it('goes on where a git that was killed left its locks, and where a clone is damaged', async () => {
    const repo = repoWith('a.ts', 'export function alpha() {}\n');
    const fleet = testFleet();
    await fleet.add(urlOf(repo), { name: 'a' });
    await fleet.sync();
    const clone = join(fleet.home, 'repos', 'a');
    for (const lock of ['shallow.lock', 'refs/heads/main.lock']) writeFileSync(join(clone, lock), '');
    repo.file('b.ts', 'export function beta() {}\n').commit();
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'updated', files: 2 }]);
    rmSync(join(clone, 'HEAD'));
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'fresh', files: 2 }]);
    expect((await fleet.query('beta')).results[0]).toMatchObject({ path: 'b.ts' });
  });

  quick.it(
    'says what a deleted branch and an emptied repository are, keeps answering, and stops no other',
    async () => {
      const branchy = repoWith('a.ts', 'export function alpha() {}\n');
      branchy.git('branch', 'release');
      const emptied = repoWith('b.ts', 'export function beta() {}\n');
      const healthy = repoWith('c.ts', 'export function gamma() {}\n');
      const fleet = testFleet();
      await fleet.add(urlOf(branchy), { name: 'branchy', branch: 'release' });
      await fleet.add(urlOf(emptied), { name: 'emptied' });
      await fleet.add(urlOf(healthy), { name: 'healthy' });
      await fleet.add(`file://${fleet.home}/nowhere`, { name: 'gone' });
      expect((await fleet.sync()).repositories.map(({ outcome }) => outcome)).toEqual([
        'updated',
        'updated',
        'failed',
        'updated',
      ]);

      branchy.git('branch', '-D', 'release');
      emptied.git('update-ref', '-d', 'refs/heads/main');
      const commit = healthy.file('d.ts', 'export function delta() {}\n').commit();
      const { repositories } = await fleet.sync();
      expect(repositories).toMatchObject([
        { name: 'branchy', outcome: 'failed', error: 'It has no branch "release", or no longer has it.' },
        { name: 'emptied', outcome: 'failed', error: 'It is empty, or its default branch is gone.' },
        { name: 'gone', outcome: 'failed' },
        { name: 'healthy', outcome: 'updated', commit },
      ]);
      expect(fleet.manifest().repos['branchy']).toMatchObject({ error: repositories[0]!.error, fileCount: 1 });
      const answer = await fleet.query('alpha');
      expect(answer.results[0]).toMatchObject({ repository: 'branchy' });
      expect(answer.repositories.filter(({ error }) => error !== undefined).map(({ name }) => name)).toEqual([
        'branchy',
        'emptied',
        'gone',
      ]);
      expect(answer.repositories.find(({ name }) => name === 'gone')).toMatchObject({ freshness: null });
    },
  );

  slow.it('gives a server up that says nothing, and goes on with the others', async () => {
    const server = createServer(() => undefined);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    // The other one has to say something within this time too.
    const fleet = testFleet({ 'repos-sync-timeout': 4 });
    await fleet.add(`https://127.0.0.1:${port}/org/name`, { name: 'hangs' });
    await fleet.add(urlOf(repoWith('a.ts', 'export function alpha() {}\n')), { name: 'works' });
    const { repositories } = await fleet.sync();
    expect(repositories).toMatchObject([
      { name: 'hangs', outcome: 'failed', error: 'The server sent nothing for 4 s.' },
      { name: 'works', outcome: 'updated' },
    ]);
  });

  quick.it('ends at once where it is interrupted before git was started', async () => {
    const server = createServer(() => undefined);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    const stop = new AbortController();
    const args = ['ls-remote', `https://127.0.0.1:${port}/org/name`];
    const request = {
      cwd: tempDir(),
      env: gitEnv(),
      protocol: 'https',
      args,
      address: args.at(-1)!,
      mayRedirect: true,
      stallMs: 600_000,
      signal: stop.signal,
    } as const;
    const asked = networkGit(request);
    stop.abort();
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' });
  });

  quick.it('runs no hook and no command that a configuration or an address names', async () => {
    const repo = repoWith('a.ts', 'export function alpha() {}\n');
    const fleet = testFleet();
    await fleet.add(urlOf(repo), { name: 'a' });
    await fleet.sync();
    const clone = join(fleet.home, 'repos', 'a');
    const marker = join(fleet.home, 'owned');
    repo.git('--git-dir', clone, 'config', 'core.fsmonitor', `touch ${marker}`);
    repo.git('--git-dir', clone, 'config', 'core.hooksPath', fleet.home);
    for (const hook of ['reference-transaction', 'post-index-change', 'pre-auto-gc'])
      writeFileSync(join(fleet.home, hook), `#!/bin/sh\ntouch ${marker}\n`, { mode: 0o755 });
    repo.file('b.ts', 'export function beta() {}\n').commit();
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'updated' }]);
    expect(existsSync(marker)).toBe(false);

    await expect(fleet.add(`ext::sh -c "touch ${marker}"`)).rejects.toThrow('would start a program');
    await expect(fleet.add(`--upload-pack=touch ${marker}`)).rejects.toThrow('is not an address');
    await expect(fleet.add(urlOf(repo), { branch: '--upload-pack=x' })).rejects.toThrow('not a valid branch name');
    expect(existsSync(marker)).toBe(false);
  });

  slow.it('removes clone and index of what is removed, and nothing of a directory that is used in place', async () => {
    const repo = repoWith('a.ts', 'export function alpha() {}\n');
    const place = repoWith('b.ts', 'export function beta() {}\n');
    const fleet = testFleet();
    await fleet.add(urlOf(repo), { name: 'a' });
    expect(await fleet.add(place.dir, { name: 'mine' })).toMatchObject({ kind: 'place', url: place.dir });
    await fleet.sync();
    place.file('b.ts', 'export function beta() {}\nexport function betterNow() {}\n');
    expect((await fleet.query('betterNow')).results[0]).toMatchObject({ repository: 'mine', status: 'modified' });
    expect(await fleet.remove('a')).toMatchObject({ deleted: join(fleet.home, 'repos', 'a') });
    expect(await fleet.remove('mine')).toMatchObject({ deleted: null });
    expect(readdirSync(join(fleet.home, 'repos'))).toEqual([]);
    expect(existsSync(join(place.dir, '.git', 'cora'))).toBe(true);
    await expect(fleet.query('alpha')).rejects.toThrow('No repository has been added yet.');
  });

  quick.it('goes on where a repository is removed while it is indexed, and leaves nothing of it', async () => {
    const [one, two] = [repoWith('a.ts', 'export const alpha = 1;\n'), repoWith('b.ts', 'export const beta = 1;\n')];
    const fleet = testFleet();
    await fleet.add(urlOf(one), { name: 'a' });
    await fleet.add(urlOf(two), { name: 'b' });
    const [file, clone] = [join(fleet.home, 'state', 'manifest.json'), join(fleet.home, 'repos', 'a')];
    const remove = (): void => {
      const { repos, ...rest } = fleet.manifest();
      const { a: _, ...others } = repos;
      writeFileSync(file, JSON.stringify({ ...rest, repos: others }));
      rmSync(clone, { recursive: true });
      // A build that is under way makes its folders anew.
      mkdirSync(join(clone, 'cora', 'search'), { recursive: true });
    };
    const onProgress = (id: string, { phase }: { phase: string }): void => {
      if (id === 'a' && phase !== 'fetch' && existsSync(join(clone, 'config'))) remove();
    };
    const { repositories } = await syncFleet(fleet.fleet(), { names: [], force: true, onProgress });
    expect(repositories.find(({ name }) => name === 'b')).toMatchObject({ outcome: 'updated' });
    expect(readdirSync(join(fleet.home, 'repos'))).toEqual(['b']);
    mkdirSync(join(clone, 'cora'), { recursive: true });
    await fleet.add(urlOf(one), { name: 'a' });
    expect((await fleet.sync(['a'])).repositories).toMatchObject([{ name: 'a', outcome: 'updated' }]);
  });

  quick.it.each([
    { '../../elsewhere': {} },
    { 'a\0b': {} },
    { '': {} },
    { a: { kind: 'other' } },
    { a: { branch: { name: 'main' } } },
    { a: { source: 7 } },
    { a: { lastPull: 5 } },
    { a: { lastIndexed: undefined } },
    { a: { fileCount: '9' } },
  ])('refuses a list of repositories with %j', async (odd) => {
    const fleet = testFleet();
    await fleet.add(urlOf(repoWith('a.ts', 'export const alpha = 1;\n')), { name: 'a' });
    const { repos, ...rest } = fleet.manifest();
    const [[id, changes]] = Object.entries(odd) as [[string, object]];
    const changed = { ...rest, repos: { [id]: { ...repos['a'], ...changes } } };
    writeFileSync(join(fleet.home, 'state', 'manifest.json'), JSON.stringify(changed));
    await expect(fleet.list()).rejects.toThrow('is not a valid list of repositories.');
  });

  slow.it('keeps the repositories that the settings list, and only those', async () => {
    const [one, two] = [repoWith('a.ts', 'export const alpha = 1;\n'), repoWith('b.ts', 'export const beta = 1;\n')];
    const fleet = testFleet();
    await fleet.add(urlOf(two), { name: 'by-hand' });
    // The same in other letters is no second one, and no reason to stop.
    const urls = [urlOf(one), urlOf(one).toUpperCase().replace('FILE', 'file'), 'ftp://host.example/x'];
    const both = await fleet.sync([], { 'repos-urls': urls });
    expect(both.repositories.map(({ outcome }) => outcome)).toEqual(['updated', 'updated', 'failed']);
    const none = await fleet.sync([], { 'repos-urls': [] });
    expect(none.removed).toEqual([one.dir.slice(1)]);
    expect((await fleet.list()).map(({ name }) => name)).toEqual(['by-hand']);
    expect(readdirSync(join(fleet.home, 'repos'))).toEqual(['by-hand']);
  });

  slow.it('pulls an index that is published, and builds where that cannot be had', async () => {
    const repo = repoWith('a.ts', 'export function alpha() {}\n');
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    const fleet = testFleet();
    await fleet.add(urlOf(repo), { name: 'pulled', source: file });
    await fleet.add(urlOf(repo), { name: 'built', source: 'https://127.0.0.1:1/index.tar' });
    expect((await fleet.sync()).repositories).toMatchObject([
      { name: 'built', outcome: 'updated', index: 'built' },
      { name: 'pulled', outcome: 'updated', index: 'pulled' },
    ]);
    expect(fleet.messages.join('\n')).toMatch(/built: no index to pull .* it is built here/);
    expect((await fleet.query('alpha', ['pulled'])).results).toHaveLength(1);
    for (const source of ['s3://me:hunter2@bucket/x', 'later:https://me:hunter2@example.com/x'])
      await expect(fleet.add(urlOf(repo), { name: 'x', source })).rejects.toThrow('holds a name or password');
  });

  quick.it('touches nothing in its folder that it did not make', async () => {
    const repo = repoWith('a.ts', 'export const alpha = 1;\n');
    const fleet = testFleet();
    const foreign = tempRepo();
    await fleet.add(urlOf(repo), { name: 'a' });
    await fleet.sync();
    foreign.git('clone', '-q', '--bare', urlOf(repo), join(fleet.home, 'repos', 'b'));
    await expect(fleet.add(urlOf(repo), { name: 'b' })).rejects.toThrow('was not made by Cora');
    expect(existsSync(join(fleet.home, 'repos', 'b', 'HEAD'))).toBe(true);
  });
});
