/** What `git diff-tree`, `diff-index` and their kin print with `--raw -z`, read. */

/** One line of `--raw -z`. The old side's mode and blob are zeros where there is none; the new side's also for unknown blobs. */
export interface RawChange {
  /** A, D, M, T, U, or R and C with an `oldPath`. */
  status: string;
  path: string;
  oldPath: string | null;
  mode: string;
  blob: string;
  oldMode: string;
  oldBlob: string;
}

/**
 *     :100644 100644 1eb41fa… 0b9ebb1… M  NUL  src/main.c
 *     :100644 100644 1eb41fa… 1eb41fa… R100  NUL  old.c  NUL  new.c
 */
export function rawChanges(records: readonly string[]): RawChange[] {
  const changes: RawChange[] = [];
  for (let at = 0; at < records.length; ) {
    const [oldMode = '', mode = '', oldBlob = '', blob = '', code = ''] = records[at]!.slice(1).split(' ');
    const status = code.charAt(0);
    const renamed = status === 'R' || status === 'C';
    const [first, second] = [records[at + 1]!, records[at + 2]];
    changes.push({
      status,
      path: renamed ? second! : first,
      oldPath: renamed ? first : null,
      mode,
      blob,
      oldMode,
      oldBlob,
    });
    at += renamed ? 3 : 2;
  }
  return changes;
}
