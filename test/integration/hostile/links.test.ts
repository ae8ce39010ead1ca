/** A Git directory with links in it, as an archive may bring one: nothing is written, compacted or deleted behind them. */

import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { writeTreeFiles } from '../../../src/freshness/fileEdit.ts';
import { hooksOf, installHooks, uninstallHooks } from '../../../src/freshness/hooks.ts';
import { initRepository, planAgents } from '../../../src/freshness/init.ts';
import { planClients } from '../../../src/freshness/initClients.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { openNamedStore } from '../../../src/session/namedIndex.ts';
import { indexingRequest } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { readState, readWholeState } from '../../../src/store/state.ts';
import { storeDir } from '../../helpers/compareStores.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { quick, shareOf } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

/** Somebody's files, among them such as Cora would take for its own. */
function victim(): { dir: string; same(): void } {
  const dir = tempDir();
  for (const name of [
    'id_rsa',
    'write.lock.json',
    'repo_state.json',
    'commits.json',
    'data/old.lance',
    'views/current',
    'pre-commit',
  ])
    writeTo(join(dir, name), `precious ${name}\n`);
  const before = snapshot(dir);
  return { dir, same: () => expect(snapshot(dir)).toEqual(before) };
}

function writeTo(path: string, text: string): void {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
}

function snapshot(dir: string): Record<string, string> {
  const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    files.map((name) => {
      const path = join(dir, name);
      return [name, statSync(path).isFile() ? readFileSync(path, 'utf8') : 'folder'];
    }),
  );
}

function repository(): TempRepo {
  const repo = tempRepo();
  repo.file('a.ts', 'export function first() {}\n').commit();
  return repo;
}

/** All that writes. */
async function tryAll(repo: TempRepo): Promise<void> {
  const here = cora(repo);
  for (const run of [
    () => here.index(),
    () => here.index({ full: true }),
    () => here.gc(),
    () => here.doctor(true),
    () => here.clean(),
  ]) {
    await run().catch((error: unknown) => {
      expect(error).toMatchObject({ code: expect.stringMatching(/^(STORE|NO_INDEX)$/) });
    });
  }
}

describe('links in a Git directory', () => {
  quick.it('in the place of the store', async () => {
    const repo = repository();
    const { dir, same } = victim();
    symlinkSync(dir, storeRoot(repo));
    await expect(cora(repo).index()).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('is a link'),
    });
    await tryAll(repo);
    same();
  });

  const parts = [
    '',
    'chunks.lance',
    'chunks.lance/data',
    'chunks.lance/_versions',
    'search',
    'search/segments.json',
    'views',
    'repo_state.json',
    'blobs.json',
    'views/current',
  ];
  it.each(shareOf(parts, 5))('in the place of a part of it: %j', async (part) => {
    const repo = repository();
    await cora(repo).index();
    const { dir, same } = victim();
    const path = join(storeDir(repo), part);
    if (existsSync(path)) renameSync(path, join(tempDir(), 'moved'));
    symlinkSync(part.endsWith('.json') || part.endsWith('current') ? join(dir, 'id_rsa') : dir, path);
    repo.file('b.ts', 'export function second() {}\n').commit();
    await expect(cora(repo).index()).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('is a link'),
    });
    await tryAll(repo);
    same();
  });

  quick.it('in the place of a file of an index', async () => {
    const repo = repository();
    await cora(repo).index();
    const { dir, same } = victim();
    const index = join(storeDir(repo), 'chunks.lance/_indices/0');
    mkdirSync(index, { recursive: true });
    symlinkSync(join(dir, 'id_rsa'), join(index, 'x.lance'));
    repo.file('b.ts', 'export function second() {}\n').commit();
    await expect(cora(repo).index()).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('x.lance is a link'),
    });
    await tryAll(repo);
    same();
  });

  it.each(shareOf(['chunks.lance', 'search', 'search/segments.json', 'repo_state.json', 'views', 'views/current'], 6))(
    'in a store that is named, and in one that is only looked into: %j',
    async (part) => {
      const repo = repository();
      await cora(repo).index();
      const path = join(storeDir(repo), part);
      const moved = join(tempDir(), 'moved');
      renameSync(path, moved);
      // All that it holds is sound: it is the link that is refused.
      symlinkSync(moved, path);
      const surroundings = { env: repo.env, cacheDir: tempDir(), log: silentLog };
      const isLink = { code: 'STORE', message: expect.stringContaining('is a link') };
      await expect(openNamedStore(storeDir(repo), surroundings)).rejects.toMatchObject(isLink);
      if (part === 'repo_state.json') await expect(readState(storeDir(repo))).rejects.toMatchObject(isLink);
      if (part === 'views') await expect(readWholeState(storeDir(repo))).rejects.toMatchObject(isLink);
    },
  );

  it.each(shareOf(['commits.rows', 'commits.json', 'write.lock.json'], 3))(
    'in the place of the history: %s',
    async (part) => {
      const repo = repository();
      const { dir, same } = victim();
      mkdirSync(storeRoot(repo));
      symlinkSync(join(dir, 'id_rsa'), join(storeRoot(repo), part));
      await tryAll(repo);
      same();
    },
  );

  quick.it('in the place of the hooks', async () => {
    const repo = repository();
    const { dir, same } = victim();
    renameSync(repo.path('.git/hooks'), join(tempDir(), 'hooks'));
    symlinkSync(dir, repo.path('.git/hooks'));
    const program = { node: process.execPath, cli: 'cli.js' };
    const request = { surroundings: { dir: repo.dir, env: repo.env }, force: false, dryRun: false };
    await expect(installHooks(program, request)).rejects.toThrow(/outside of this repository/);
    await uninstallHooks(request);
    same();
  });
});

describe('links where the hooks leave their marks', () => {
  it.each(shareOf(['', 'runner', 'pending', 'taken', 'log', 'log/hook.log', 'log/last-run.json'], 7))(
    'in the place of cora/%s: nothing is written, nor read',
    async (part) => {
      const repo = repository();
      const { dir, same } = victim();
      const home = repo.path('.git/cora');
      rmSync(join(home, part), { recursive: true, force: true });
      mkdirSync(join(home, part, '..'), { recursive: true });
      symlinkSync(/^(|log)$/.test(part) ? dir : join(dir, 'id_rsa'), join(home, part));
      const surroundings = { dir: repo.dir, env: repo.env };
      const program = { node: process.execPath, cli: 'cli.js' };
      await expect(installHooks(program, { surroundings, force: false, dryRun: false })).rejects.toThrow('is a link');
      await expect(openRepository(repo.dir, repo.env).then(hooksOf)).rejects.toThrow('is a link');
      const script = fileURLToPath(new URL('../../../hooks/cora.sh', import.meta.url));
      const { status } = spawnSync('sh', [script, 'post-commit', '--in-background'], {
        cwd: repo.dir,
        env: { PATH: process.env['PATH'], HOME: repo.env['HOME'] },
      });
      expect(status).toBe(0);
      same();
    },
  );
});

describe('links in a working tree', () => {
  it.each(
    shareOf(
      [
        '.cursor',
        '.vscode',
        '.codex',
        '.claude',
        '.github',
        '.agents',
        'AGENTS.md',
        '.husky',
        '.mcp.json',
        'cora.config.json',
        'opencode.json',
      ],
      4,
    ),
  )('%s leads nothing that cora init writes out of the repository', async (name) => {
    const repo = repository();
    const { dir, same } = victim();
    symlinkSync(/(?:json|md)$/.test(name) ? join(dir, 'id_rsa') : dir, repo.path(name));
    const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog };
    const quiet = (error: unknown) => expect(error).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) });
    const program = { node: process.execPath, cli: 'cli.js' };
    await planClients(surroundings, [], 'add', { program }).then(writeTreeFiles).catch(quiet);
    const agents = { agents: [], action: 'add', hook: true, program, force: true } as const;
    await planAgents(surroundings, agents).then(writeTreeFiles).catch(quiet);
    const settings = indexingRequest(resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null));
    const watch = { onProgress: () => undefined };
    await initRepository({
      ...{ program, settings, surroundings, watch },
      ...{ force: false, extent: 'all' },
    }).catch(quiet);
    same();
  });
});
