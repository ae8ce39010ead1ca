/** `cora files`: the files of a revision with what can be told of each, whether indexed or not. */

import { lstat } from 'node:fs/promises';
import { isBinary } from '../text.ts';
import type { CatalogueEntry, TreeFile } from '../types.ts';
import { fileLanguages } from './fileLanguages.ts';
import { isLfsPointer } from './isLfsPointer.ts';
import { listTree } from './listTree.ts';
import { fsPath } from './pathBytes.ts';
import { readBlobs } from './readBlobs.ts';
import type { Repository } from './repository.ts';
import { resolveCommit } from './resolveCommit.ts';
import { selectFiles } from './selectFiles.ts';
import type { ViewSettings } from './skipReasonOf.ts';
import { rulesAround } from './workingTreeRules.ts';

/**
 * Every tracked file of a revision, sorted by path, with the verdict of the settings; of HEAD, by the rules of the working
 * tree. Reads of each blob what may be indexed.
 * @throws CoraError BAD_REVISION
 */
export async function listCatalogue(
  repo: Repository,
  rev: string,
  settings: ViewSettings,
  signal?: AbortSignal,
): Promise<CatalogueEntry[]> {
  const { tree } = await resolveCommit(repo, rev);
  const files = await listTree(repo, tree, signal);
  const [view, looks, languageOf] = await Promise.all([
    selectFiles(repo, tree, files, settings, {
      changed: rev === 'HEAD' ? rulesAround(repo, files) : undefined,
      signal,
    }),
    lookInto(repo, files, settings.maxFileSize, signal),
    fileLanguages(repo, files, signal),
  ]);
  const reasons = new Map(view.skipped.map(({ path, reason }) => [path, reason]));
  return Promise.all(
    files.map(async ({ path, blob, size, mode }): Promise<CatalogueEntry> => {
      const look = mode.startsWith('100') ? looks.get(blob) : undefined;
      const reason = reasons.get(path) ?? (look?.lfs === true ? 'filtered' : look?.binary === true ? 'binary' : null);
      return {
        path,
        size_bytes: Math.max(size, 0),
        mtime_ms: await modified(repo, path),
        is_binary: look?.binary ?? false,
        language: languageOf(path),
        blob,
        indexed: reason === null,
        reason,
      };
    }),
  );
}

/** Bytes: tells what a file is that is too large to be indexed. */
const LEAST_READ = 8000;

interface Look {
  binary: boolean;
  lfs: boolean;
}

async function lookInto(
  repo: Repository,
  files: readonly TreeFile[],
  maxFileSize: number,
  signal: AbortSignal | undefined,
): Promise<Map<string, Look>> {
  const sizes = new Map(files.filter(isRegular).map(({ blob, size }) => [blob, size]));
  const looks = new Map<string, Look>();
  const most = Math.max(maxFileSize, LEAST_READ);
  for await (const { blob, bytes } of readBlobs(repo, [...sizes.keys()], signal, most)) {
    if (bytes === null) continue;
    // UTF-16 has an even number of bytes: the part must not look even where the whole is odd.
    const odd = bytes.length % 2 === 0 && sizes.get(blob)! % 2 === 1;
    looks.set(blob, { binary: isBinary(odd ? bytes.subarray(0, -1) : bytes), lfs: isLfsPointer(bytes) });
  }
  return looks;
}

function isRegular({ mode, size }: TreeFile): boolean {
  return mode.startsWith('100') && size >= 0;
}

async function modified(repo: Repository, path: string): Promise<number | null> {
  if (repo.worktree === null) return null;
  const stats = await lstat(fsPath(repo.worktree, path)).catch(() => null);
  return stats === null ? null : Math.round(stats.mtimeMs);
}
