/**
 * Installs LanceDB's binary for this runner: 60 to 70 MB that no Git repository can carry, so npm
 * brings it when the Action starts, in the version and with the checksum of the lock file beside
 * it. Nothing else is installed, and no script runs.
 */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { makeFolderBeside, removeFolder } from '../disk/makePrivate.ts';

const SCOPE = '@lancedb';
const FLAGS = ['--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--no-update-notifier'];

/** @returns milliseconds; null where the binary was there. @throws CoraError PLATFORM */
export async function installBinary(root: string): Promise<number | null> {
  const started = Date.now();
  const { optionalDependencies = {} } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies?: Record<string, string>;
  };
  const wanted = Object.keys(optionalDependencies).filter((name) => name.startsWith(`${SCOPE}/`));
  if (wanted.some((name) => existsSync(join(root, 'node_modules', name)))) return null;
  // The package is installed beside its place, and renamed: npm itself would first empty the
  // folder, which may be a workspace's own.
  const folder = await makeFolderBeside(join(root, '.cora-install'), '').catch((cause: unknown) => {
    throw new CoraError('PLATFORM', `LanceDB's binary cannot be installed: ${root} cannot be written.`, { cause });
  });
  try {
    for (const file of ['package.json', 'package-lock.json']) await copyFile(join(root, file), join(folder, file));
    await runNpm(folder);
    const brought = await readdir(join(folder, 'node_modules', SCOPE)).catch((): string[] => []);
    if (brought.length === 0)
      throw new CoraError('PLATFORM', `LanceDB has no binary for ${process.platform}-${process.arch}.`, {
        hint: 'there are binaries for Linux and Windows on x64 and arm64, and for macOS on arm64 (macos-latest)',
      });
    await mkdir(join(root, 'node_modules', SCOPE), { recursive: true });
    for (const name of brought)
      await place(join(folder, 'node_modules', SCOPE, name), join(root, 'node_modules', SCOPE, name));
  } finally {
    await removeFolder(folder);
  }
  return Date.now() - started;
}

/** Puts the binary in its place. Another job of this machine may have been faster. */
async function place(from: string, to: string): Promise<void> {
  await rename(from, to).catch((error: unknown) => {
    if (!existsSync(to)) throw error;
  });
}

function runNpm(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    // npm is a .cmd file on Windows, which only a shell starts; no word here needs quoting.
    const npm = spawn('npm', ['ci', ...FLAGS], { cwd: folder, shell: process.platform === 'win32' });
    for (const stream of [npm.stdout, npm.stderr]) {
      stream.on('data', (piece: Buffer) => {
        said = (said + piece.toString()).slice(-2000);
      });
    }
    npm.on('error', (cause) => {
      const hint = 'put actions/setup-node before this step';
      const message = "npm, which brings LanceDB's binary, is not on this runner.";
      reject(new CoraError('PLATFORM', message, { hint, cause }));
    });
    npm.on('close', (code) => {
      const hint = 'check that this runner can reach the npm registry';
      const message = `npm could not install LanceDB's binary (exit ${code}): ${said.trim()}`;
      if (code === 0) resolve();
      else reject(new CoraError('PLATFORM', message, { hint }));
    });
  });
}
