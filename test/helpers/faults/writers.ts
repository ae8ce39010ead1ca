/** Every command that writes, each with what it needs, on a disk that a test is about to fill or to close. */

import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { codeRepo, proseOf } from '../describedRepo.ts';
import { serveModel } from '../modelServer.ts';
import { type CliResult, runCli, startCli } from '../runCli.ts';
import { type TempRepo, tempDir } from '../tempRepo.ts';
import type { SmallDisk } from './smallDisk.ts';

export interface Writer {
  name: string;
  args: readonly string[];
  /** Without an index at the beginning. */
  isFirst?: boolean;
}

export interface Writers {
  all: readonly Writer[];
  /** What they run in. */
  env: NodeJS.ProcessEnv;
  /** Makes the disk's repository anew: indexed one commit ago. @returns its directory */
  begin(writer: Writer): Promise<string>;
  run(args: readonly string[], cwd: string, wrap?: readonly string[]): Promise<CliResult>;
  start(args: readonly string[], cwd: string): ReturnType<typeof startCli>;
  /** What a run left behind that nobody needs. */
  leftOvers(): string[];
  close(): Promise<void>;
}

export async function writersOn(disk: SmallDisk): Promise<Writers> {
  const model = await serveModel(proseOf);
  const repo = sourceRepo();
  const [out, cache, home] = [tempDir(), tempDir(), join(disk.dir, 'home')];
  const env = {
    ...repo.env,
    XDG_CACHE_HOME: cache,
    ...model.env,
    CORA_EMBEDDER: 'hash',
    CORA_HOME: home,
    TMPDIR: tempDir(),
  };
  const run = (args: readonly string[], cwd: string, wrap: readonly string[] = []) => runCli(args, { cwd, env, wrap });
  const artifact = join(out, 'index.tar');
  await run(['index', '--quiet'], repo.dir);
  await run(['pack', '-o', artifact], repo.dir);
  for (const shard of ['1', '2']) {
    const store = join(out, shard);
    await run(['index', '--quiet', '--shard', `${shard}/2`, '--store', store], repo.dir);
    await run(['pack', '--store', store, '-o', join(out, `${shard}.tar`)], repo.dir);
  }
  repo.file('lib/new.py', 'def brand_new():\n    return 1\n').commit('second');
  const at = (name: string): string => join(disk.dir, name);
  const url = `file://${repo.dir}`;
  return {
    env,
    all: [
      { name: 'cora index, the first time', args: ['index', '--quiet'], isFirst: true },
      { name: 'cora index, after a commit', args: ['index', '--quiet'] },
      { name: 'cora index --commentary', args: ['index', '--quiet', '--commentary', 'ollama:tiny', '--yes'] },
      { name: 'cora gc', args: ['gc'] },
      { name: 'cora pack', args: ['pack', '-o', at('packed.tar')] },
      { name: 'cora pull', args: ['pull', artifact, '--quiet'], isFirst: true },
      { name: 'cora unpack', args: ['unpack', artifact, '-o', at('unpacked')] },
      { name: 'cora merge', args: ['merge', join(out, '1.tar'), join(out, '2.tar'), '-o', at('merged.tar')] },
      { name: 'cora push', args: ['push', `file://${at('pushed')}`, '--quiet'] },
      { name: 'cora hooks install', args: ['hooks', 'install'] },
      { name: 'cora init', args: ['init', '--yes'] },
      { name: 'cora repos add', args: ['repos', 'add', url] },
      { name: 'cora sync', args: ['sync', '--quiet'] },
    ],
    async begin({ name, isFirst }) {
      disk.setReadOnly(false);
      disk.leave(null);
      // An index in the cache directory would be used where the disk cannot be written.
      for (const dir of [disk.dir, cache])
        for (const entry of readdirSync(dir)) rmSync(join(dir, entry), { recursive: true });
      const dir = at('repo');
      cpSync(repo.dir, dir, { recursive: true });
      if (isFirst === true) rmSync(join(dir, '.git', 'cora'), { recursive: true });
      if (name === 'cora sync') await run(['repos', 'add', url], dir);
      return dir;
    },
    run,
    start: (args, cwd) => startCli(args, { cwd, env }),
    leftOvers: () =>
      readdirSync(disk.dir, { recursive: true })
        .map(String)
        .filter((path) => LEFT.test(path) && !path.includes('/objects/')),
    close: () => model.close(),
  };
}

/** Temporary files and folders by the names that Cora gives them, and locks. */
const LEFT = /\.tmp$|cora\/pull\.|(packed|merged)\.tar\.gz\.|unpacked\.|write\.lock/;

function sourceRepo(): TempRepo {
  const repo = codeRepo();
  for (let at = 0; at < 40; at++) repo.file(`lib/f${at}.py`, `def part_${at}(items):\n    return items[${at}]\n`);
  repo.file('logo.bin', Buffer.from([0, 1, 2])).commit();
  return repo;
}
