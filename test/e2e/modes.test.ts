/** Two users of one machine: what Cora makes is read and written by the one who ran it. Only root, as in CI, can be the other one. */

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCli, startCli } from '../helpers/runCli.ts';
import { type TempRepo, tempDir } from '../helpers/tempRepo.ts';
import { shopRepo } from './cliShell.ts';

const OTHER = { uid: 65_534, gid: 65_534 };

/** Where everybody may go, as in a shared home. */
function open(dir: string): string {
  chmodSync(dir, 0o755);
  return dir;
}

function place() {
  const repo = shopRepo();
  for (const dir of [repo.dir, join(repo.dir, '..')]) open(dir);
  const [cache, home] = [join(open(tempDir()), 'cache'), join(open(tempDir()), 'home')];
  return { repo, cache, home, env: { ...repo.env, XDG_CACHE_HOME: cache, CORA_HOME: home, TMPDIR: open(tempDir()) } };
}

/** In CI it fails without root; elsewhere it is left out. */
const asRoot = describe.skipIf(process.getuid?.() !== 0 && process.env['CI'] !== 'true');

const withUmask = (mask: string) => ['sh', '-c', `umask ${mask}; exec "$@"`, 'sh'];

/** @returns what another user can read of it, or write to */
function opensToOthers(dir: string): string {
  expect(existsSync(dir)).toBe(true);
  for (const test of ['-readable', '-writable']) {
    const script = `find "$1" -mindepth 1 ${test} 2>/dev/null; find "$1" -mindepth 0 -maxdepth 0 -writable`;
    const { stdout, error } = spawnSync('sh', ['-c', script, 'sh', dir], { ...OTHER, encoding: 'utf8' });
    if (error !== undefined) throw error;
    if (stdout !== '') return stdout;
  }
  return '';
}

asRoot('what Cora makes', () => {
  it.each(['000', '022', '077', '002'])('is the user’s alone under the umask %s', async (mask) => {
    const { repo, cache, home, env } = place();
    const wrap = withUmask(mask);
    const sh = (args: string[]) => runCli(args, { cwd: repo.dir, env, wrap });
    expect(await sh(['index', '--quiet'])).toMatchObject({ code: 0 });
    expect(await sh(['pack', '--quiet', '-o', join(repo.dir, 'x.tar')])).toMatchObject({ code: 0 });
    expect(await sh(['query', '--index', join(repo.dir, 'x.tar'), 'discount'])).toMatchObject({ code: 0 });
    // It is unpacked into the cache.
    expect(await sh(['status', '--index', join(repo.dir, 'x.tar')])).toMatchObject({ code: 0 });
    expect(await sh(['hooks', 'run', 'post-commit'])).toMatchObject({ code: 0 });
    expect(await sh(['repos', 'add', `file://${repo.dir}`])).toMatchObject({ code: 0 });
    await sh(['sync', '--quiet']);
    const store = repo.path('.git/cora');
    for (const dir of [store, join(cache, 'cora'), home]) {
      expect(opensToOthers(dir), dir).toBe('');
      expect((statSync(dir).mode & 0o777).toString(8), dir).toBe('700');
    }
    for (const name of ['log', readdirSync(store).find((one) => /^[0-9a-f]{16}$/.test(one))!])
      expect((statSync(join(store, name)).mode & 0o777).toString(8), name).toBe('700');
    for (const name of ['commits.json', 'commits.rows', 'log/hook.log', 'log/last-run.json'])
      expect((statSync(join(store, name)).mode & 0o777).toString(8), name).toBe('600');
    expect((statSync(join(home, 'state/manifest.json')).mode & 0o777).toString(8)).toBe('600');
  });

  it('is shut by the next run where an older version left it open; a folder that the user named is not', async () => {
    const { repo, env } = place();
    const sh = (args: string[]) => runCli(args, { cwd: repo.dir, env, wrap: withUmask('022') });
    const store = repo.path('.git/cora');
    await sh(['index', '--quiet']);
    for (const entry of readdirSync(store, { recursive: true, withFileTypes: true }))
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
    chmodSync(store, 0o755);
    expect(opensToOthers(store)).not.toBe('');
    expect(await sh(['index', '--quiet'])).toMatchObject({ code: 0 });
    expect(opensToOthers(store)).toBe('');
    const named = join(open(tempDir()), 'named');
    mkdirSync(named, { mode: 0o755 });
    expect(await sh(['index', '--quiet', '--store', named])).toMatchObject({ code: 0 });
    expect((statSync(named).mode & 0o777).toString(8)).toBe('755');
    expect(opensToOthers(join(named, readdirSync(named).find((one) => /^[0-9a-f]{16}$/.test(one))!))).toBe('');
    expect((statSync(join(named, 'commits.rows')).mode & 0o777).toString(8)).toBe('600');
  });
});

asRoot('what another user has put', () => {
  it.each(['cache', 'home'] as const)('in the place of the %s is not used', async (which) => {
    const { repo, env, cache, home } = place();
    const dir = which === 'cache' ? join(cache, 'cora') : home;
    mkdirSync(dir, { recursive: true });
    writeFileSync(join(dir, 'cora.config.json'), '{"model": "openai:x"}');
    chownSync(dir, OTHER.uid, OTHER.gid);
    const args = which === 'cache' ? ['index', '--quiet'] : ['repos', 'list'];
    expect(await runCli(args, { cwd: repo.dir, env })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /belongs to another user: nothing in it is used.*\n.*(XDG_CACHE_HOME|CORA_HOME)=FOLDER/,
      ),
    });
    // Under sudo it is the caller's.
    const calledBy = (uid: number) => ({ cwd: repo.dir, env: { ...env, SUDO_UID: String(uid) } });
    expect(await runCli(args, calledBy(OTHER.uid))).toMatchObject({ code: 0 });
    expect(await runCli(args, calledBy(OTHER.uid + 1))).toMatchObject({ code: 2 });
    chownSync(dir, 0, 0);
    chmodSync(dir, 0o777);
    expect(await runCli(args, { cwd: repo.dir, env })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/can be written by every user of this machine/),
    });
  });
});

describe('temporary folders', () => {
  const folders = (dir: string): string[] => readdirSync(dir).filter((name) => /^x\.tar\.[A-Za-z0-9]{6}$/.test(name));

  /** A folder without a mark is let be for a minute. */
  const isMarked = (dir: string, name: string): boolean =>
    (statSync(join(dir, name, '.cora-owner.json'), { throwIfNoEntry: false })?.size ?? 0) > 0;

  async function killedPack(repo: TempRepo, env: NodeJS.ProcessEnv, out: string): Promise<void> {
    for (let attempt = 0; attempt < 40 && folders(out).length === 0; attempt++) {
      const { child, ended } = startCli(['pack', '--quiet', '-o', join(out, 'x.tar')], { cwd: repo.dir, env });
      const timer = setInterval(() => {
        if (folders(out).some((name) => isMarked(out, name))) child.kill('SIGKILL');
      }, 1);
      await ended;
      clearInterval(timer);
    }
  }

  it('of a killed pack are removed by the next one, and nobody else’s', async () => {
    const { repo, env } = place();
    await runCli(['index', '--quiet'], { cwd: repo.dir, env });
    const out = tempDir();
    await killedPack(repo, env, out);
    const [left] = folders(out);
    expect(left).toBeDefined();
    expect((lstatSync(join(out, left!)).mode & 0o777).toString(8)).toBe('700');
    // Of a process that runs, of nobody, and what only has such a name.
    cpSync(join(out, left!), join(out, 'x.tar.runs00'), { recursive: true });
    writeFileSync(
      join(out, 'x.tar.runs00/.cora-owner.json'),
      JSON.stringify({ pid: process.pid, host: hostname(), started: null }),
    );
    mkdirSync(join(out, 'x.tar.mine00'));
    writeFileSync(join(out, 'x.tar.mine00/precious'), 'x');
    writeFileSync(join(out, 'x.tar.file00'), 'x');
    utimesSync(join(out, left!), new Date(0), new Date(0));
    expect(await runCli(['pack', '--quiet', '-o', join(out, 'x.tar')], { cwd: repo.dir, env })).toMatchObject({
      code: 0,
    });
    expect(readdirSync(out).sort()).toEqual(['x.tar', 'x.tar.file00', 'x.tar.mine00', 'x.tar.runs00']);
  });
});
