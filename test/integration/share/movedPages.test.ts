/** A folder that something takes away while `cora pages` writes into it. */

import { readdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect } from 'vitest';
import { pageSearch } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { writePages } from '../../../src/share/writePages.ts';
import { cora } from '../../helpers/cora.ts';
import { quick } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';
import { project } from './publishedIndex.ts';

quick.it('is named, and nothing is left beside the place of the page', async () => {
  const job = cora(project());
  await job.index();
  const [around, elsewhere] = [tempDir(), join(tempDir(), 'moved')];
  const source = {
    name: null,
    isOwn: true,
    pack: async (folder: string) => {
      const { file } = await job.pack({ output: join(folder, 'index.tar') });
      renameSync(dirname(folder), elsewhere);
      return file;
    },
  };
  await expect(
    writePages(join(around, 'page'), [source], pageSearch(resolveOptions({}, {}, null))),
  ).rejects.toMatchObject({
    code: 'STORE',
    message: expect.stringMatching(/page\.[A-Za-z0-9]{6} was moved or removed while the page was written into it\.$/),
  });
  expect(readdirSync(around)).toEqual([]);
});
