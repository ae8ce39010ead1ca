/** Languages of the files of a tree, also of scripts whose name says nothing. */

import type { TreeFile } from '../base/types.ts';
import { languageOf, needsFirstBytes, SHEBANG_BYTES } from '../languages/languages.ts';
import { readBlobs } from './readBlobs.ts';
import type { Repository } from './repository.ts';
import { WorkingTreeFiles } from './safePath.ts';

/** Scripts larger than this are not read for their first line while they are uncommitted. */
const LARGEST_SCRIPT = 2_000_000;

/** By path. Executable files without an extension are looked into for a shebang line, all others are known by name. */
export async function fileLanguages(
  repo: Repository,
  files: readonly TreeFile[],
  signal?: AbortSignal,
): Promise<(path: string) => string> {
  const scripts = files.filter(({ path, mode, size }) => mode === '100755' && size > 0 && needsFirstBytes(path));
  if (scripts.length === 0) return languageOf;
  const byPath = new Map<string, string>();
  let at = 0;
  const blobs = scripts.map(({ blob }) => blob);
  for await (const { bytes } of readBlobs(repo, blobs, signal, SHEBANG_BYTES)) {
    const { path } = scripts[at++]!;
    byPath.set(path, languageOf(path, bytes ?? uncommitted(repo, path) ?? undefined));
  }
  return (path) => byPath.get(path) ?? languageOf(path);
}

/** A blob that git has not stored yet is a file of the working tree. */
function uncommitted(repo: Repository, path: string): Uint8Array | null {
  const read = repo.worktree === null ? null : new WorkingTreeFiles(repo.worktree).read(path, LARGEST_SCRIPT);
  return read === 'unreadable' ? null : read;
}
