import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CoraError } from '../../../src/base/errors.ts';
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

it('names a dozen of many that are served, the nearest to a wrong name, and why one is not there', async () => {
  const fleet = testFleet();
  for (let at = 0; at < 15; at++) {
    await fleet.add(`https://host.example/acme/api${at}`, { name: `acme/api${at}` });
    if (at > 0) mkdirSync(join(fleet.home, 'repos', `acme_api${at}`), { recursive: true });
  }
  const sessions = new OpenSessions();
  const registry = new ServedRepositories({ fleet: fleet.fleet(), sessions, dirs: [], names: ['*'] });
  const places = new Places(registry, sessions);
  const refused = async (wanted?: string) => {
    const error = await places.pick(wanted, async () => []).catch((thrown: unknown) => thrown);
    return `${(error as CoraError).message} ${(error as CoraError).hint}`;
  };
  expect((await refused()).match(/acme\//g)).toHaveLength(12);
  for (const wanted of [undefined, '*']) expect(await refused(wanted)).not.toContain('No repository');
  expect(await refused('')).toMatch(/, and 2 more: status names them$/);
  expect(await refused('acme/apo5')).toBe('No repository "acme/apo5" is served here. Did you mean "acme/api5"?');
  expect(await refused('acme/api0')).toMatch(/^acme\/api0 is not fetched yet\. .*cora sync/);
  sessions.close();
});
