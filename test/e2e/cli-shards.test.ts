/** `cora index --shard`, `pack`, `merge`: what the jobs of a matrix type. */

import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { IndexReport } from '../../src/base/types.ts';
import type { Status } from '../../src/freshness/readStatus.ts';
import type { MergeReport } from '../../src/share/mergeShards.ts';
import type { PackReport } from '../../src/share/packIndex.ts';
import { runCli } from '../helpers/runCli.ts';
import { gitEnv, tempDir } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shopRepo } from './cliShell.ts';

const env = { ...gitEnv(), XDG_CACHE_HOME: tempDir() };

describe('an index in parts', () => {
  it('is built by each job, and joined by the last one', async () => {
    const repo = await indexed(shopRepo());
    const whole = jsonOf<PackReport>(
      await runCli(['pack', '-o', join(tempDir(), 'whole.tar'), '--json'], { cwd: repo.dir, env }),
    );
    const uploads = tempDir();
    for (const index of [1, 2, 3]) {
      const job = { cwd: repo.clone().dir, env };
      const { stdout, stderr, code } = await runCli(['index', '--shard', `${index}/3`], job);
      expect(code, stderr).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Indexed shard ${index} of 3 of [0-9a-f]{9}: \\d files?, `));
      mkdirSync(join(uploads, `job-${index}`));
      expect(await runCli(['pack', '-o', join(uploads, `job-${index}`, 'shard.tar')], job)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(new RegExp(`^Packed shard ${index} of 3 of `)),
      });
    }
    const cwd = tempDir();
    const merged = await runCli(['merge', uploads], { cwd, env });
    expect(merged).toMatchObject({ code: 0, stderr: expect.not.stringContaining('error') });
    const name = /cora-index-[0-9a-f]{40}-[0-9a-f]{16}\.tar/.exec(merged.stdout)![0];
    expect(merged.stdout).toMatch(/^Merged 3 shards of [0-9a-f]{9} \(4 files, \d+ chunks\) into /);
    expect(existsSync(join(cwd, name))).toBe(true);
    const report = jsonOf<MergeReport>(
      await runCli(['merge', uploads, '--json', '-o', join(cwd, 'again.tar')], { cwd, env }),
    );
    expect(report).toMatchObject({ shards: 3, digest: whole.digest });
    const answer = await runCli(['query', '--json', '--index', name, 'discount of the total'], { cwd, env });
    expect(jsonOf<SearchResult>(answer).results[0]?.path).toBe('src/cart.ts');
  });

  it('is completed by a plain run; until then status says what it is', async () => {
    const place = { cwd: shopRepo().dir, env };
    const part = jsonOf<IndexReport>(await runCli(['index', '--shard', '1/2', '--json'], place));
    expect(part.shard).toEqual({ index: 1, count: 2 });
    expect(jsonOf<Status>(await runCli(['status', '--json'], place)).shard).toEqual({ index: 1, count: 2 });
    expect((await runCli(['status'], place)).stdout).toContain('(shard 1 of 2)');
    expect((await runCli(['doctor'], place)).stdout).toContain('the index is shard 1 of 2');
    const rest = jsonOf<IndexReport>(await runCli(['index', '--json'], place));
    expect(rest.shard).toBeUndefined();
    expect((await runCli(['status'], place)).stdout).not.toContain('shard');
    expect(await runCli(['doctor'], place)).toMatchObject({ code: 0 });
  });

  it('tells a wrong number and missing shards, with the command to type', async () => {
    const place = { cwd: shopRepo().dir, env };
    expect(await runCli(['index', '--shard', '4/3'], place)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--shard 3/8'),
    });
    await runCli(['index', '--shard', '1/2'], place);
    await runCli(['pack', '-o', 'one.tar'], place);
    const { code, stderr } = await runCli(['merge', 'one.tar', '-o', 'all.tar'], place);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(/missing: 2\/2\.\n {2}cora index --shard 2\/2/),
    });
    expect(existsSync(join(place.cwd, 'all.tar'))).toBe(false);
  });
});
