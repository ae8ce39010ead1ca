/** `cora pack`, `verify`, `unpack`: one file that answers where there is no repository. */

import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { PackReport } from '../../src/share/packIndex.ts';
import type { PullReport } from '../../src/share/pullIndex.ts';
import type { UnpackReport } from '../../src/share/unpackIndex.ts';
import type { VerifyReport } from '../../src/share/verifyArtifact.ts';
import { runCli } from '../helpers/runCli.ts';
import { gitEnv, type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shopRepo } from './cliShell.ts';

let repo: TempRepo;
let packed: PackReport;
const env = { ...gitEnv(), XDG_CACHE_HOME: tempDir() };
const away = { cwd: tempDir(), env };

beforeAll(async () => {
  repo = await indexed(shopRepo());
  const file = join(tempDir(), 'shop.tar');
  packed = jsonOf<PackReport>(await runCli(['pack', '-o', file, '--json'], { cwd: repo.dir, env }));
});

describe('a packed index', () => {
  it('is named by its commit, in the current folder, where nothing else is said', async () => {
    const cwd = repo.path('docs');
    const { stdout, stderr, code } = await runCli(['pack'], { cwd, env });
    expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
    const name = /cora-index-[0-9a-f]{40}-[0-9a-f]{16}\.tar/.exec(stdout)![0];
    expect(name).toContain(packed.commit);
    expect(existsSync(join(cwd, name))).toBe(true);
    expect(stdout).toMatch(/^Packed [0-9a-f]{9} \(4 files, \d+ chunks\) into .*: [\d.]+ k?B, in /);
  });

  it('answers elsewhere, as it is and unpacked', async () => {
    const unpacked = jsonOf<UnpackReport>(await runCli(['unpack', packed.file, '-o', 'index', '--json'], away));
    expect(unpacked).toMatchObject({ commit: packed.commit, files: 4, chunks: packed.chunks });
    for (const index of [packed.file, 'index', unpacked.dir]) {
      const answer = await runCli(['query', '--json', '--index', index, 'discount of the total'], away);
      expect(answer.stderr).toBe('');
      const { results, freshness } = jsonOf<SearchResult>(answer);
      expect(results[0]).toMatchObject({ path: 'src/cart.ts', commit: packed.commit, status: 'committed' });
      expect(results[0]?.text).toContain('1 - discount');
      expect(freshness.indexedCommit).toBe(packed.commit);
    }
    const again = await runCli(['unpack', packed.file, '-o', 'index'], away);
    expect({ code: again.code, stderr: again.stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining('already exists'),
    });
  });

  it('is unpacked beside itself where nothing else is said, and is none of the files of a clone', async () => {
    const clone = repo.clone();
    for (const name of ['inside.tar', '../beside.tar']) cpSync(packed.file, clone.path(name));
    for (const name of ['inside.tar', '../beside.tar'])
      expect(await runCli(['unpack', name], { cwd: clone.dir, env })).toMatchObject({ code: 0, stderr: '' });
    for (const name of ['inside.index', '../beside.index']) expect(existsSync(clone.path(name))).toBe(true);
    expect(clone.git('status', '--porcelain')).toBe('?? inside.tar');
    const { stdout } = await runCli(['files'], { cwd: clone.dir, env });
    expect(stdout).not.toContain('inside.index');
    const answer = await runCli(['query', '--json', '--index', 'inside.index', 'discount of the total'], {
      ...away,
      cwd: clone.dir,
    });
    expect(jsonOf<SearchResult>(answer).results[0]).toMatchObject({ path: 'src/cart.ts' });
  });

  it('is verified: 0 for a whole one, 1 for a finding, 3 for none', async () => {
    const whole = await runCli(['verify', packed.file], away);
    expect(whole).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(packed.digest) });
    const bytes = readFileSync(packed.file);
    const torn = join(tempDir(), 'torn.tar');
    writeFileSync(torn, bytes.subarray(0, bytes.length - 100));
    const found = await runCli(['verify', '--json', torn], away);
    expect(jsonOf<VerifyReport>(found)).toMatchObject({ ok: false, problem: expect.stringContaining(torn) });
    expect(found.code).toBe(1);
    expect((await runCli(['verify', 'nowhere.tar'], away)).code).toBe(3);
  });

  it('is pulled into a clone, which then computes nothing', async () => {
    const clone = repo.clone();
    const { stdout, stderr, code } = await runCli(['pull', packed.file], { cwd: clone.dir, env });
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(
      /^Pulled [0-9a-f]{9} from .*: 4 files, \d+ chunks added, in .*\nIndexed .*nothing new to compute/,
    );
    expect(stderr).toContain('Checking: 4 files');
    const again = await runCli(['pull', packed.file, '--json', '--quiet'], { cwd: clone.dir, env });
    expect(again.stderr).toBe('');
    expect(jsonOf<PullReport>(again)).toMatchObject({
      rows: 0,
      commitsBehind: 0,
      downloaded: null,
      index: { embedded: 0 },
    });
    const answer = await runCli(['query', '--json', 'discount of the total'], { cwd: clone.dir, env });
    expect(jsonOf<SearchResult>(answer).results[0]).toMatchObject({ path: 'src/cart.ts', commit: packed.commit });
    const none = await runCli(['pull', 'nowhere.tar', '--json'], { cwd: clone.dir, env });
    expect({ code: none.code, stdout: none.stdout }).toEqual({ code: 3, stdout: '' });
    expect(JSON.parse(none.stderr)).toMatchObject({
      error: { code: 'NO_INDEX', hint: expect.stringContaining('cora pull FILE') },
    });
  });

  it('is pushed only with a token, and only where one says', async () => {
    const plain = { ...env, CORA_GITHUB_TOKEN: '', GITHUB_TOKEN: '', GH_TOKEN: '' };
    const { code, stderr } = await runCli(['push', 'acme/shop'], { cwd: repo.dir, env: plain });
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(/needs a token.*\n.*GITHUB_TOKEN/) });
    expect((await runCli(['push'], { cwd: repo.dir, env: plain })).stderr).toContain(
      'Usage: cora push OWNER/REPOSITORY',
    );
  });

  it('warns when it is not of the commit that is checked out', async () => {
    repo.file('new.txt', 'more\n').commit();
    const { stderr, code } = await runCli(['pack', '-o', join(tempDir(), 'old.tar')], { cwd: repo.dir, env });
    expect(code).toBe(0);
    expect(stderr).toMatch(/not of the commit that is checked out: cora index/);
    const named = await runCli(['pack', '--rev', 'HEAD~1', '-o', join(tempDir(), 'named.tar')], { cwd: repo.dir, env });
    expect(named).toMatchObject({ code: 0, stderr: '' });
  });

  it('warns where none of its files is in the clone that pulls it', async () => {
    const other = tempRepo().file('other.ts', 'export const other = 1;\n');
    other.commit();
    const pulled = await runCli(['pull', packed.file, '--quiet'], { cwd: other.dir, env });
    expect(pulled).toMatchObject({ code: 0, stderr: expect.stringContaining('No file of the packed index is in') });
  });
});
