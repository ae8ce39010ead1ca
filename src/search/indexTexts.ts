/**
 * The text of whole files as an index holds it, for those who have no repository: a result is shown
 * with the lines around it as in a clone.
 */

import { rowKeyOf } from '../base/identity.ts';
import { groupBy } from '../base/lists.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import { linesOfRows } from '../view/fileOfRows.ts';
import type { SearchContext } from './members.ts';

const TEXT_COLUMNS = ['startLine', 'endLine', 'startByte', 'endByte', 'text'] as const;

export function indexTexts(store: Promise<SearchReader>): NonNullable<SearchContext['caller']> {
  return {
    texts: async (_view, selected) => {
      const keyOf = new Map(selected.map(({ chunk: { path, row } }) => [path, rowKeyOf(row)]));
      const rows = await (await store).rows({ blobs: [...new Set(keyOf.values())] }, [
        'blobSha',
        'language',
        ...TEXT_COLUMNS,
      ]);
      const byBlob = groupBy(rows, rowKeyOf);
      return new Map(
        [...keyOf].flatMap(([path, key]) => {
          const own = byBlob.get(key);
          return own === undefined ? [] : [[path, `${linesOfRows(own).join('\n')}\n`] as const];
        }),
      );
    },
  };
}
