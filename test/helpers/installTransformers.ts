/** The real package @huggingface/transformers, as a user would have it: installed once (474 MB) and kept in the temporary directory. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PACKAGE = '@huggingface/transformers@4.3.1';
/** Stable, so that the next run finds what this one installed. */
const PROJECT = join(tmpdir(), `cora-e2e-${PACKAGE.replace(/\W+/g, '-')}`);

/** Into a folder of its own, renamed when complete: neither a broken run nor a parallel one leaves half a package.
 *  @returns a project that has the package */
export function installTransformers(): string {
  if (existsSync(PROJECT)) return PROJECT;
  const project = mkdtempSync(`${PROJECT}-`);
  writeFileSync(join(project, 'package.json'), '{"private":true,"type":"module"}');
  // Its install script would fetch CUDA libraries; the binaries for the CPU are in the package.
  const npm = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', PACKAGE], {
    cwd: project,
    env: { ...process.env, ONNXRUNTIME_NODE_INSTALL: 'skip' },
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) throw new Error(`npm install ${PACKAGE} failed:\n${npm.stderr}`);
  try {
    renameSync(project, PROJECT);
  } catch (error) {
    if (!existsSync(PROJECT)) throw error;
    rmSync(project, { recursive: true, force: true });
  }
  return PROJECT;
}
