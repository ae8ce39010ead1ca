/** Columns of types that Cora does not write are refused by the reader of rows, before one is read. */

import { expect, it } from 'vitest';
import { loadLance } from '../../../src/store/loadLance.ts';
import { readTable } from '../../../src/store/openTable.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

it.each<[string, unknown]>([
  ['a long number', 5n],
  ['a truth', true],
  ['a list', ['a']],
])('%s is refused', async (_, value) => {
  const lance = await loadLance();
  const table = await (await lance.connect(tempDir())).createTable('t', [{ id: 'a', startLine: value }]);
  const read = async (columns: string[]): Promise<number> => {
    let rows = 0;
    for await (const batch of readTable(lance, table).select({ columns })) rows += batch.numRows;
    return rows;
  };
  expect(await read(['id'])).toBe(1);
  await expect(read(['id', 'startLine'])).rejects.toThrow(/^LanceDB answered with the column startLine of Arrow type /);
});
