import { expect, it } from 'vitest';
import { Places } from '../../../src/mcp/places.ts';
import { ServedRepositories } from '../../../src/server/servedRepositories.ts';
import { OpenSessions } from '../../../src/session/openSessions.ts';
import { testFleet } from '../../helpers/fleet.ts';

it('says that nothing is served, where repositories of a fleet were asked for and none is there yet', async () => {
  const fleet = testFleet();
  for (const add of [async () => undefined, () => fleet.add('https://github.com/acme/shop')]) {
    await add();
    const sessions = new OpenSessions();
    const registry = new ServedRepositories({ fleet: fleet.fleet(), sessions, dirs: [], names: ['*'] });
    const places = new Places(registry, sessions);
    await expect(places.pick(undefined, async () => [])).rejects.toMatchObject({
      code: 'USAGE',
      message: 'No repository is served here.',
      hint: expect.stringContaining('cora sync'),
    });
    sessions.close();
  }
});
