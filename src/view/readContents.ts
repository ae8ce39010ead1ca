/** The bytes of files of the caller's view: committed ones from their blobs in one pass, uncommitted ones from disk. */

import type { FileStatus } from '../base/searchTypes.ts';
import { readBlobs } from '../git/readBlobs.ts';
import { readWorkingFiles } from '../git/readWorkingFile.ts';
import type { Repository } from '../git/repository.ts';

/** @param known bytes by path: of uncommitted files, and of committed ones that the repository lacks
 *  @returns for each file its bytes as a commit holds them, null where they cannot be had; committed files first */
export async function* readContents<F extends { path: string; blob: string; status: FileStatus }>(
  repository: Repository,
  files: readonly F[],
  known: ReadonlyMap<string, Uint8Array> = new Map(),
): AsyncIterable<{ file: F; bytes: Uint8Array | null }> {
  const committed = files.filter(({ status }) => status === 'committed');
  const edited = files.filter(({ status }) => status !== 'committed');
  let at = 0;
  const blobs = committed.map(({ blob }) => blob);
  for await (const { bytes } of readBlobs(repository, blobs)) {
    const file = committed[at++]!;
    yield { file, bytes: bytes ?? known.get(file.path) ?? null };
  }
  const unknown = edited.filter(({ path }) => !known.has(path)).map(({ path }) => path);
  const read = unknown.length === 0 ? null : readWorkingFiles(repository, unknown);
  for (const file of edited) yield { file, bytes: known.get(file.path) ?? (await read?.next())?.value?.bytes ?? null };
}
