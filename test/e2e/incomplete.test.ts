/** An installation that lacks a file says so, instead of building a worse index. */

import { spawnSync } from 'node:child_process';
import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempDir, tempRepo } from '../helpers/tempRepo.ts';

it('refuses to index without its parser, and says what to do', () => {
  const dist = join(tempDir('cora-dist-'), 'dist');
  cpSync(join(import.meta.dirname, '../../dist'), dist, { recursive: true });
  rmSync(join(dist, 'grammars/tree-sitter.wasm.br'));
  // LanceDB's binary is there.
  symlinkSync(join(import.meta.dirname, '../../node_modules'), join(dist, '../node_modules'), 'junction');
  const repo = tempRepo();
  repo.file('a.js', 'export function open() {}\n');
  repo.commit('one');
  const run = spawnSync(process.execPath, [join(dist, 'cli.js'), 'index', '--json'], {
    cwd: repo.dir,
    env: repo.env,
    encoding: 'utf8',
  });
  expect(run.status).toBe(2);
  expect(run.stdout).toBe('');
  expect(run.stderr).toContain('tree-sitter.wasm.br is missing');
  expect(run.stderr).toContain('npm install cora-query');
});
