/** Blobs of a view that have no rows in the table: read, and cut into rows when the caller asks for them. */

import { blobKeyOf } from '../base/identity.ts';
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkedBlob } from '../base/types.ts';
import { blobName } from '../git/blobName.ts';
import { isLfsPointer } from '../git/isLfsPointer.ts';
import type { ViewPath } from '../store/storePort.ts';
import { rowOf } from './computeRows.ts';
import { readContents } from './readContents.ts';
import type { NewBlob, ViewMemory } from './viewMemory.ts';
import type { Workspace } from './workspace.ts';

export interface NewBlobsRequest {
  workspace: Workspace;
  memory: Pick<ViewMemory<unknown>, 'newBlob'>;
  /** By path: bytes that are known already. */
  contents: ReadonlyMap<string, Uint8Array>;
  chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
}

type NewFile = ViewPath & { status: FileStatus };

interface ReadBlob {
  bytes: number;
  /** These are not the bytes that the blob is named after. */
  torn: boolean;
  read(): Promise<Pick<NewBlob, 'rows' | 'skipped'>>;
}

/** Committed files first, as readContents has it, so that a memory changes neither the order nor what is too much. */
export async function* newBlobs(
  { workspace, memory, contents, chunk }: NewBlobsRequest,
  files: readonly NewFile[],
): AsyncGenerator<{ file: NewFile; blob: ReadBlob | null }> {
  const committed = files.filter(({ status }) => status === 'committed');
  const ordered = [...committed, ...files.filter(({ status }) => status !== 'committed')];
  // Looked up once: while files are read, another question may change what is remembered.
  const remembered = ordered.map((file) => ({ file, known: memory.newBlob(blobKeyOf(file)) }));
  const unknown = remembered.flatMap(({ file, known }) => (known === undefined ? [file] : []));
  const { objectFormat } = workspace.repository;
  const read = readContents(workspace.repository, unknown, contents)[Symbol.asyncIterator]();
  try {
    for (const { file, known } of remembered) {
      if (known !== undefined) {
        yield { file, blob: { bytes: known.bytes, torn: false, read: async () => known } };
        continue;
      }
      const { bytes } = (await read.next()).value as { bytes: Uint8Array | null };
      // As a build does it: of a pointer nothing is indexed.
      const cut = async (): Promise<Pick<NewBlob, 'rows' | 'skipped'>> => {
        if (isLfsPointer(bytes!)) return { rows: [], skipped: 'filtered' };
        const chunked = await chunk(bytes!, file.language);
        if (chunked === null) return { rows: [], skipped: 'binary' };
        if (chunked.chunks.length === 0) return { rows: [], skipped: 'empty' };
        return { rows: chunked.chunks.map((one) => rowOf(one, file)) };
      };
      const torn = bytes !== null && file.status !== 'committed' && blobName(bytes, objectFormat) !== file.blob;
      yield { file, blob: bytes === null ? null : { bytes: bytes.length, torn, read: cut } };
    }
  } finally {
    await read.return?.();
  }
}
