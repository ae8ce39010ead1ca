/** `--index`: a store or a packed one, searched from where there is no repository. */

import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { Status } from '../../src/freshness/readStatus.ts';
import type { SymbolHit } from '../../src/graph/referenceModel.ts';
import { describedRepo, proseOf } from '../helpers/describedRepo.ts';
import { runCli } from '../helpers/runCli.ts';
import { gitEnv, tempDir } from '../helpers/tempRepo.ts';
import { jsonOf, type Shell, shopRepo } from './cliShell.ts';

let root: string;
let store: string;
let commit: string;
/** With commentary, so it is unpacked. */
let packed: string;
beforeAll(async () => {
  const { repo, describe } = await describedRepo(proseOf, shopRepo());
  await describe({ embedder: 'builtin' });
  root = repo.path('.git', 'cora');
  store = join(root, readdirSync(root).find((name) => /^[0-9a-f]{16}$/.test(name))!);
  commit = repo.git('rev-parse', 'HEAD');
  packed = join(tempDir(), 'index.tar');
  expect((await runCli(['pack', '-o', packed], { cwd: repo.dir, env: repo.env })).code).toBe(0);
});

/** A shell in an empty directory, with a cache of its own. */
function elsewhere(): { sh: Shell; cache: string } {
  const cache = tempDir();
  const place = { cwd: tempDir(), env: { ...gitEnv(), XDG_CACHE_HOME: cache } };
  return { cache, sh: (args, more = {}) => runCli(args, { ...place, ...more }) };
}

describe('--index', () => {
  it.each<[string, () => string]>([
    ['a store', () => root],
    ['the folder of one embedder', () => store],
    ['a packed index with commentary', () => packed],
  ])('answers from %s', async (_, path) => {
    const { sh } = elsewhere();
    const answer = await sh(['query', '--json', '--index', path(), 'discount of the total']);
    expect(answer.stderr).toBe('');
    const { results, freshness } = jsonOf<SearchResult>(answer);
    expect(results[0]).toMatchObject({ path: 'src/cart.ts', commit, status: 'committed' });
    expect(results[0]?.text).toContain('1 - discount');
    expect(freshness).toMatchObject({ indexedCommit: commit, headCommit: null, commitsBehind: null });
  });

  it('unpacks once, and serves symbols and status too', async () => {
    const { sh, cache } = elsewhere();
    const file = packed;
    expect((await sh(['query', '--index', file, 'refund'])).stdout).toContain('docs/guide.md');
    const unpacked = join(cache, 'cora', 'artifacts');
    const [only] = readdirSync(unpacked);
    writeFileSync(join(unpacked, only!, 'mark'), '');
    const { symbols } = jsonOf<{ symbols: SymbolHit[] }>(await sh(['symbols', '--json', '--index', file, 'Cart']));
    expect(symbols).toMatchObject([{ path: 'src/cart.ts', kind: 'class', startLine: 4 }]);
    expect(existsSync(join(unpacked, only!, 'mark'))).toBe(true);
    const status = await sh(['status', '--index', file]);
    expect(status.stdout).toMatch(new RegExp(`^Index +of ${commit.slice(0, 9)}`));
    expect(jsonOf<Status>(await sh(['status', '--json', '--index', file])).counts.files).toBe(4);
    expect(readdirSync(unpacked)).toEqual([only]);
  });

  it('says what is wrong with what was named', async () => {
    const { sh, cache } = elsewhere();
    const text = join(tempDir(), 'text.tar');
    writeFileSync(text, 'no archive');
    for (const [path, code, exit] of [
      ['nowhere', 'NO_INDEX', 3],
      [tempDir(), 'NO_INDEX', 3],
      [text, 'BAD_ARTIFACT', 2],
    ] as const) {
      const { stdout, stderr, code: left } = await sh(['query', '--json', '--index', path, 'x']);
      expect({ stdout, left }).toEqual({ stdout: '', left: exit });
      expect(JSON.parse(stderr)).toMatchObject({ error: { code, hint: expect.any(String) } });
    }
    expect(existsSync(join(cache, 'cora', 'artifacts')) ? readdirSync(join(cache, 'cora', 'artifacts')) : []).toEqual(
      [],
    );
  });
});
