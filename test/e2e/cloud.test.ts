/** `db://` as a team types it, with LanceDB's protocol on loopback: pushed from one clone, searched where it lies, pulled into another. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { PullReport } from '../../src/share/pullIndex.ts';
import type { PublishReport } from '../../src/share/pushIndex.ts';
import { storeDir } from '../helpers/compareStores.ts';
import { API_KEY, startLanceCloud } from '../helpers/lanceCloud.ts';
import { runCli } from '../helpers/runCli.ts';
import { gitEnv, tempDir } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shopRepo } from './cliShell.ts';

const TO = 'db://team-x1/shop';

it('an index in a database is pushed, searched, pulled, and the key is never shown', async () => {
  const cloud = await startLanceCloud();
  const repo = await indexed(shopRepo());
  const printed: string[] = [];
  const run = async (dir: string, env: NodeJS.ProcessEnv, args: readonly string[]) => {
    const result = await runCli(args, { cwd: dir, env: { ...env, ...cloud.env } });
    printed.push(result.stdout, result.stderr);
    return result;
  };
  const pushed = jsonOf<PublishReport>(await run(repo.dir, repo.env, ['push', '--json', '--quiet', TO]));
  expect(pushed).toMatchObject({ destination: TO, commit: repo.git('rev-parse', 'HEAD') });

  const outside = { ...gitEnv(), XDG_CACHE_HOME: tempDir() };
  const ask = (args: readonly string[], index = TO) => run(tempDir(), outside, [...args, '--index', index]);
  const { results } = jsonOf<SearchResult>(await ask(['query', '--json', 'discount of the total']));
  const { path, symbol } = results.find((one) => one.symbol)!;
  for (const args of [
    ['symbols', symbol!],
    ['refs', symbol!],
    ['related', path],
  ])
    expect(await ask(args)).toEqual(await ask(args, storeDir(repo)));

  const clone = repo.clone();
  const pulled = jsonOf<PullReport>(await run(clone.dir, clone.env, ['pull', '--json', '--quiet', TO]));
  expect(pulled).toMatchObject({ commitsBehind: 0, index: { computed: 0, embedded: 0 } });

  const refused = await run(clone.dir, clone.env, ['pull', 'db://team-x1/none']);
  expect(refused).toMatchObject({ code: 3, stderr: expect.stringContaining('cora push db://team-x1/none') });
  // A file of the repository sends nobody there.
  writeFileSync(join(clone.dir, 'cora.config.json'), JSON.stringify({ index: TO }));
  const before = cloud.requests.length;
  await run(clone.dir, clone.env, ['query', '--json', 'discount of the total']);
  expect(cloud.requests.length).toBe(before);
  expect(printed.join('\n')).not.toContain(API_KEY);
});
