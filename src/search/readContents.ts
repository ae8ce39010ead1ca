/** The bytes of files of the caller's view: committed ones from their blobs in one pass, uncommitted ones from disk. */

import { CoraError } from '../errors.ts';
import { readBlobs } from '../git/readBlobs.ts';
import { readWorkingFile } from '../git/readWorkingFile.ts';
import type { Repository } from '../git/repository.ts';
import type { FileStatus } from '../types.ts';

/** @returns for each file its bytes as a commit holds them, null where they cannot be had; committed files first */
export async function* readContents<F extends { path: string; blob: string; status: FileStatus }>(
  repository: Repository,
  files: readonly F[],
): AsyncIterable<{ file: F; bytes: Uint8Array | null }> {
  const committed = files.filter(({ status }) => status === 'committed');
  let at = 0;
  if (committed.length > 0) {
    for await (const { bytes } of readBlobs(
      repository,
      committed.map(({ blob }) => blob),
    ))
      yield { file: committed[at++]!, bytes };
  }
  for (const file of files) {
    if (file.status !== 'committed') yield { file, bytes: await readOrNull(repository, file.path) };
  }
}

/** A file may go between being listed and being read. */
async function readOrNull(repository: Repository, path: string): Promise<Uint8Array | null> {
  try {
    return await readWorkingFile(repository, path);
  } catch (error) {
    if (error instanceof CoraError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}
