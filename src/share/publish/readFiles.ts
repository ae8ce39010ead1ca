/** The list of files of a published index, held against the digest that its manifest names. */

import type { PublishedTable } from '../../store/publishedTable.ts';
import type { ViewPath } from '../../store/storePort.ts';
import { decodeFiles } from '../artifact/filesMember.ts';
import type { Publication } from '../listPublications.ts';
import { unpackContent } from '../publishedContent.ts';

/** @throws CoraError BAD_ARTIFACT, NETWORK, BROKEN_INDEX where it was removed meanwhile */
export async function readFiles(published: PublishedTable, { row, manifest }: Publication): Promise<ViewPath[]> {
  const list = await unpackContent(await published.content(row, 'files'), manifest.members[0]!.sha256);
  return decodeFiles(list).files;
}
