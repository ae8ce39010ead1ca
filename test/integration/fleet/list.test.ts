/** The list of a fleet's repositories: their names, the active one, and the file that holds them. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { testFleet } from '../../helpers/fleet.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

function addressOfRepository(): string {
  const repo: TempRepo = tempRepo();
  repo.file('a.ts', 'export const alpha = 1;\n').commit();
  return `file://${repo.dir}`;
}

describe('the list', () => {
  it('has an active repository, names each once, and finds them by a part of the name', async () => {
    const address = addressOfRepository();
    const fleet = testFleet();
    await fleet.add(address, { name: 'team/api' });
    await fleet.add(address, { name: 'team/web' });
    await expect(fleet.add(address, { name: 'Team/API' })).rejects.toThrow('has been added already');
    expect((await fleet.list()).map(({ name, active }) => [name, active])).toEqual([
      ['team/api', true],
      ['team/web', false],
    ]);
    expect(await fleet.use('web')).toMatchObject({ name: 'team/web', active: true });
    expect(fleet.manifest().active).toBe('team_web');
    await expect(fleet.use('team')).rejects.toThrow('fits several: team/api, team/web');
    await expect(fleet.use('nothing')).rejects.toThrow('There is no repository "nothing".');
    await expect(fleet.sync(['nothing'])).rejects.toThrow('There is no repository "nothing".');
  });

  it('is not made of a file that is no manifest or of a newer Cora', async () => {
    const fleet = testFleet();
    await fleet.add(addressOfRepository(), { name: 'a' });
    writeFileSync(join(fleet.home, 'state', 'manifest.json'), '{"version": 2, "repos": {}}');
    await expect(fleet.list()).rejects.toMatchObject({ code: 'INCOMPATIBLE_INDEX' });
    writeFileSync(join(fleet.home, 'state', 'manifest.json'), '{"vers');
    await expect(fleet.list()).rejects.toMatchObject({ code: 'CONFIG' });
  });
});
