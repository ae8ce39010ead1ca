/** A sync that a server starts: what its process is given, and what is said while it runs and afterwards. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { Fleet } from '../../../src/fleet/fleet.ts';
import { ServedSync } from '../../../src/server/openServed.ts';
import { fleetSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const program = process.argv[1]!;

afterEach(() => {
  process.argv[1] = program;
});

it('tells the process its addresses where no other user can read them', async () => {
  const home = tempDir();
  const seen = join(home, 'seen.json');
  process.argv[1] = join(home, 'program.mjs');
  writeFileSync(
    process.argv[1],
    `import { writeFileSync } from 'node:fs';
     writeFileSync(${JSON.stringify(seen)}, JSON.stringify({ args: process.argv.slice(2), urls: process.env.CORA_REPOS_URLS }));
     console.log('{}');`,
  );
  const urls = ['https://me:sesame@host.example/org/one', 'https://host.example/org/two'];
  const options = resolveOptions({}, {}, null);
  const surroundings = { dir: home, env: { ...process.env }, cacheDir: tempDir(), log: silentLog };
  const sync = new ServedSync({ home, settings: fleetSettings(options), surroundings } as unknown as Fleet, urls);
  sync.poke();
  expect(sync.pending([])).toEqual([expect.stringMatching(/org\/one$/), expect.stringMatching(/org\/two$/)]);
  expect(sync.notes([]).join()).not.toContain('sesame');
  await expect.poll(() => sync.pending([])).toEqual([]);
  const { args, urls: given } = JSON.parse(readFileSync(seen, 'utf8')) as { args: string[]; urls: string };
  expect(args.join(' ')).not.toContain('host.example');
  expect(args.slice(0, 1)).toEqual(['sync']);
  expect(given.split(',')).toEqual(urls);
  await sync.close();
});
