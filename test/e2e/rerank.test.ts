/**
 * `--rerank` with a real cross-encoder in the real package, and the built Cora beside it, as a user would have both. The
 * model is made here: its score is the number of pairs of equal words in query and passage.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchHit, SearchResult } from '../../src/base/searchTypes.ts';
import { installTransformers } from '../helpers/installTransformers.ts';
import { CLI } from '../helpers/runCli.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { writeTinyCrossEncoder, writeTinyModel } from '../helpers/tinyModel.ts';
import type { ErrorLine } from './cliShell.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));
const QUERY = 'render the html template';

let run: string;
let repo: TempRepo;

beforeAll(() => {
  run = mkdtempSync(join(installTransformers(), 'run-'));
  const beside = join(run, 'node_modules');
  mkdirSync(beside);
  cpSync(dirname(CLI), join(beside, 'cora-query', 'dist'), { recursive: true });
  symlinkSync(join(MODULES, '@lancedb'), join(beside, '@lancedb'), 'junction');
  writeTinyCrossEncoder(join(run, 'counter'));
  writeTinyModel(join(run, 'embedder'));
  repo = tempRepo();
  repo.file('all.txt', 'render the html template\n');
  repo.file('many.txt', 'template template template template html\n');
  repo.file('one.txt', 'html and more of it\n').file('same.txt', 'it is a html of old\n');
  // The window is 16 tokens, of which the query takes six and the path three: the templates behind are cut off.
  repo.file('late.txt', `${'parse '.repeat(20)}${'template '.repeat(20)}\n`);
  repo.commit();
  expect(cora(['index', '--quiet']).status).toBe(0);
});

afterAll(() => rmSync(run, { recursive: true, force: true }));

function cora(args: string[], cli = join(run, 'node_modules', 'cora-query', 'dist', 'cli.js'), env = {}) {
  const { HF_HUB_OFFLINE: _hub, TRANSFORMERS_OFFLINE: _transformers, CORA_OFFLINE: _cora, ...rest } = repo.env;
  return spawnSync(process.execPath, [cli, ...args], {
    cwd: repo.dir,
    env: { ...rest, NO_COLOR: '1', ...env },
    encoding: 'utf8',
  });
}

function answer(args: string[]): SearchHit[] {
  const { stdout, stderr } = cora(['query', '--json', QUERY, ...args]);
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as SearchResult).results;
}

describe('cora query --rerank', () => {
  it('orders by the model, ties as they were, and keeps the score that they had', () => {
    const before = answer([]);
    const after = answer(['--rerank', `transformers:${join(run, 'counter')}`]);
    expect(before.map(({ path }) => path).slice(0, 2)).toEqual(['all.txt', 'many.txt']);
    const ties = before.map(({ path }) => path).filter((path) => path === 'one.txt' || path === 'same.txt');
    expect(after.map(({ path, score }) => [path, score])).toEqual([
      ['many.txt', 5],
      ['all.txt', 4],
      ...ties.map((path) => [path, 1]),
      ['late.txt', 0],
    ]);
    const fused = new Map(before.map(({ path, score, why }) => [path, { ...why, fused: score }]));
    for (const { path, why } of after) expect(why).toEqual(fused.get(path));
    expect(after.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
  });

  it('reads what the ranking found, not only what is shown', () => {
    expect(answer(['-k', '1']).map(({ path }) => path)).toEqual(['all.txt']);
    const best = answer(['-k', '1', '--rerank', `transformers:${join(run, 'counter')}`]);
    expect(best.map(({ path }) => path)).toEqual(['many.txt']);
  });

  it('takes the model from the environment, and explains both scores', () => {
    const env = { CORA_RERANK: `transformers:${join(run, 'counter')}` };
    const { stdout } = cora(['query', '--explain', '-k', '1', QUERY], undefined, env);
    expect(stdout).toMatch(/many\.txt[\s\S]* {3}5\.00 by the reranker; \d\.\d\d = .*\d\.\d\d words/);
  });

  it('says what is wrong with a model', () => {
    const failed = (model: string) => {
      const { status, stderr } = cora(['query', '--json', '--rerank', model, QUERY]);
      expect(status).toBe(2);
      return (JSON.parse(stderr) as ErrorLine).error;
    };
    expect(failed(`transformers:${join(run, 'nowhere')}`)).toMatchObject({
      code: 'EMBEDDER',
      message: expect.stringContaining('config.json'),
    });
    expect(failed(`transformers:${join(run, 'embedder')}`)).toMatchObject({ code: 'EMBEDDER' });
    expect(failed('builtin')).toMatchObject({ code: 'CONFIG', hint: expect.stringContaining('transformers:') });
  });

  it('without the package, says how to install it', () => {
    const { status, stderr } = cora(
      ['query', '--json', '--rerank', `transformers:${join(run, 'counter')}`, QUERY],
      CLI,
    );
    expect(status).toBe(2);
    expect((JSON.parse(stderr) as ErrorLine).error).toMatchObject({
      code: 'EMBEDDER_MISSING',
      hint: expect.stringContaining('npm install --save-dev cora-query @huggingface/transformers'),
    });
  });
});
