/** The server that stands for Azure in the other tests: that what is put there can be read, and only with its key. */

import { expect, it } from 'vitest';
import { askAzure } from '../helpers/azureRest.ts';
import { startAzurite } from '../helpers/startAzurite.ts';

it('lists and gives containers, notes what it is asked, and refuses a wrong key', async () => {
  const azurite = await startAzurite();
  await azurite.createContainer('idx');
  expect(await azurite.list('idx')).toEqual([]);
  expect(azurite.requests.some((line) => /^PUT \/coratest\/idx\?restype=container 201$/.test(line))).toBe(true);
  const stranger = { ...azurite, key: Buffer.alloc(64).toString('base64') };
  await expect(askAzure(stranger, 'GET', '/idx', { restype: 'container', comp: 'list' })).rejects.toThrow(/403/);
  await azurite.stop();
  await expect(azurite.list('idx')).rejects.toThrow();
});
