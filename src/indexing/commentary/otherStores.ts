/** Commentary that stores of other embedders have: it is embedded again, and not paid for again. */

import type { Answered } from '../../store/commentaryJournal.ts';
import { type CommentaryTable, openCommentary } from '../../store/commentaryTable.ts';
import { fingerprintDir, listFingerprints } from '../../store/location.ts';
import { refuseLinksToRead } from '../../store/refuseLinks.ts';

/** @param dir of the store that wants it @param isWanted by commentaryKey */
export async function* answersOfOtherStores(
  root: string,
  dir: string,
  isWanted: (answer: Answered) => boolean,
): AsyncGenerator<Answered[]> {
  for (const fingerprint of listFingerprints(root)) {
    const other = fingerprintDir(root, fingerprint);
    if (other === dir) continue;
    // A broken one is no help, and none of our concern.
    const table = await openOther(other).catch(() => null);
    if (table === null) continue;
    try {
      const rows = await table.scan(['contentHash', 'model', 'prompt']);
      const wanted = rows.filter((row) => isWanted({ ...row, text: '' }));
      yield await table.rows(
        wanted.map(({ contentHash }) => contentHash),
        ['contentHash', 'model', 'prompt', 'text'],
      );
    } finally {
      table.close();
    }
  }
}

/** @throws CoraError STORE where a link is in it, and what the table's opening throws */
async function openOther(dir: string): Promise<CommentaryTable | null> {
  refuseLinksToRead(dir);
  return openCommentary(dir, null, 'read');
}
