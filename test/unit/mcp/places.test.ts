import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { Places } from '../../../src/mcp/places.ts';
import { placeSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

it('says that nothing is served, where repositories of a fleet were asked for and none is there yet', async () => {
  const dir = tempDir();
  const listed = [{ name: 'github.com/acme/shop', dir: `${dir}/repos/shop` }];
  for (const repositories of [[], listed]) {
    const places = new Places({
      dirs: [],
      fleet: { list: async () => repositories, search: () => Promise.reject(new Error('never')) },
      surroundings: { dir, env: {}, cacheDir: dir, log: silentLog },
      settingsOf: () => placeSettings(resolveOptions({}, {}, null)),
    });
    await expect(places.pick(undefined, async () => [])).rejects.toMatchObject({
      code: 'USAGE',
      message: 'No repository is served here.',
      hint: expect.stringContaining('cora sync'),
    });
    places.close();
  }
});
