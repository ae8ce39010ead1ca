/** The archives that @actions/cache makes: tar under zstd where this machine has it, else under gzip. */

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from './tempRepo.ts';

/** @param content null: a link to another file */
export function cacheEntryOf(name: string, content: Buffer | null): Buffer {
  const folder = tempDir();
  if (content === null) symlinkSync('/etc/hostname', join(folder, name));
  else writeFileSync(join(folder, name), content);
  const archive = run('tar', ['-cf', '-', name], folder);
  const hasZstd = spawnSync('zstd', ['--version']).status === 0;
  return run(hasZstd ? 'zstd' : 'gzip', ['-q', '-c'], folder, archive);
}

/** @returns name → content, as the tar of this machine unpacks it */
export function filesInEntry(blob: Buffer): Map<string, Buffer> {
  const [folder, archive] = [tempDir(), join(tempDir(), 'archive')];
  writeFileSync(archive, blob);
  run('tar', ['-xf', archive], folder);
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

function run(program: string, args: readonly string[], cwd: string, input?: Buffer): Buffer {
  const { status, stdout, stderr, error } = spawnSync(program, args, { cwd, input, maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${error ?? stderr}`);
  return stdout;
}
