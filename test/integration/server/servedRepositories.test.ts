/** Repositories whose folders are called alike are served and searched together under names that tell them apart. */

import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { ServedRepositories } from '../../../src/server/servedRepositories.ts';
import { OpenSessions } from '../../../src/session/openSessions.ts';
import { searchSettings } from '../../../src/settings/requests.ts';
import { cora } from '../../helpers/cora.ts';
import { testFleet } from '../../helpers/fleet.ts';
import { repoAt, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

/** An indexed repository in the folder `team`/app: the only one with a file of the team's name. */
async function appOf(team: string): Promise<string> {
  const dir = join(tempDir(), team, 'app');
  mkdirSync(join(dir, '..'), { recursive: true });
  const made = tempRepo();
  renameSync(made.dir, dir);
  const repo = repoAt(dir, made.env);
  repo.file(`src/${team}.ts`, `export function sendInvoice(): string {\n  return '${team}';\n}\n`).commit();
  await cora(repo).index();
  return dir;
}

it('are told apart, whoever named them', async () => {
  const fleet = testFleet();
  const [red, green, blue] = [await appOf('red'), await appOf('green'), await appOf('blue')];
  await fleet.add(blue);
  const sessions = new OpenSessions();
  const served = new ServedRepositories({ fleet: fleet.fleet(), sessions, dirs: [red, green], names: ['*'] });
  const all = await served.list();
  expect(all.map(({ name }) => name)).toEqual(['red/app', 'green/app', 'app']);
  const request = searchRequestOf('sendInvoice', searchSettings(fleet.options()));
  const found = await served.search(all, request, AbortSignal.timeout(60_000));
  const places = found.results.map(({ repository, path }) => `${repository}: ${path}`);
  expect(places.sort()).toEqual(['app: src/blue.ts', 'green/app: src/green.ts', 'red/app: src/red.ts']);
  expect(found.repositories?.map(({ name, results }) => `${name} ${results}`)).toEqual([
    'app 1',
    'green/app 1',
    'red/app 1',
  ]);
  served.close();
  sessions.close();
});
