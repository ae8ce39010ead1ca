/** Rows that a run made while its parser had no memory: doctor finds them, and the next run makes them once more. */

import { expect, it } from 'vitest';
import { readOutcomes, writeOutcomes } from '../../../src/store/state.ts';
import { rowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

it.each(['the python grammar failed: Aborted()', 'its parsing thread died: out of memory'])(
  'a note that says %s is taken back',
  async (reason) => {
    const repo = tempRepo();
    repo.file('a.py', 'def one():\n    return 1\n').file('b.py', 'def two():\n    return 2\n').commit();
    await cora(repo).index();
    const dir = storeDir(repo);
    const rows = await rowsIn(dir);
    const blob = repo.git('rev-parse', 'HEAD:a.py').trim();
    await writeOutcomes(dir, { ...(await readOutcomes(dir)), [`${blob}:python`]: { note: `not parsed: ${reason}` } });

    expect(await cora(repo).doctor(false)).toMatchObject([
      { code: 'doubtful-rows', message: expect.stringContaining('a.py') },
    ]);
    expect(await cora(repo).index()).toMatchObject({ computed: 1 });
    expect(await cora(repo).doctor(false)).toEqual([]);
    expect(await cora(repo).index()).toMatchObject({ computed: 0 });
    expect(await rowsIn(dir)).toEqual(rows);
  },
);
