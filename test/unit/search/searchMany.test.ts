import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { CoraError } from '../../../src/base/errors.ts';
import type { SearchMember } from '../../../src/search/members.ts';
import { searchMany } from '../../../src/search/search.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { searchSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';

/** A repository without an index, which says so after so many turns of the event loop. */
function without(name: string, turns: number): SearchMember {
  return {
    name,
    view: async () => {
      for (let turn = 0; turn < turns; turn++) await setImmediate();
      throw new CoraError('NO_INDEX', `nothing is indexed in ${name}`, { hint: `index ${name}` });
    },
  } as unknown as SearchMember;
}

it('names the first repository by name where none can be searched, whichever answers first', async () => {
  const request = searchRequestOf('retries', searchSettings(resolveOptions({}, {}, null)));
  for (const turns of [0, 5]) {
    await expect(searchMany([without('zebra', 2), without('ape', turns)], request)).rejects.toMatchObject({
      code: 'NO_INDEX',
      message: 'None of these repositories can be searched; ape: nothing is indexed in ape',
      hint: 'cora sync   fetches and indexes them',
    });
  }
});
