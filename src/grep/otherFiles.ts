/**
 * Files whose text is not what lies on the disk. Those that a sparse checkout leaves out are searched as they were committed, as
 * queries search them; those with another encoding in the working tree, as a commit would hold them.
 */

import type { TreeFile } from '../base/types.ts';
import { conversionAttributes } from '../git/conversionRules.ts';
import type { BlobReader } from '../git/openBlobReader.ts';
import { LARGEST_FILE, WorkingTreeReader } from '../git/readWorkingFile.ts';
import type { Repository } from '../git/repository.ts';
import { type ChangedRules, mentionedInRules } from '../git/ruleFiles.ts';
import type { OtherFiles } from './searchableFiles.ts';

/** Blobs that git is asked for at once. */
const AT_ONCE = 64;
const ENCODING = 'working-tree-encoding';

/** @param files in the order in which they are searched; what is deleted is not among them @param tree has been listed */
export async function otherFiles(
  repository: Repository,
  files: readonly TreeFile[],
  blobs: BlobReader,
  { tree, changed }: { tree: string | null; changed: ChangedRules },
): Promise<OtherFiles> {
  const places = new Map(files.map(({ path }, at) => [path, at]));
  const encoded = mentionedInRules(repository, tree, changed, ENCODING) ? await encodedAmong(repository, files) : [];
  const reader = encoded.length === 0 ? null : await WorkingTreeReader.open(repository, encoded);
  const converted = new Set(encoded);
  return {
    has: (path, isAbsent) => (isAbsent ? places.has(path) : converted.has(path)),
    async read(path) {
      const read = converted.has(path) ? await reader!.read(path, LARGEST_FILE) : { why: 'gone' };
      return 'bytes' in read ? read.bytes : stored(places.get(path)!);
    },
  };

  async function stored(at: number): Promise<Uint8Array | null> {
    const from = at - (at % AT_ONCE);
    const names = files.slice(from, from + AT_ONCE).map(({ blob }) => blob);
    return (await blobs.read(names)).get(files[at]!.blob) ?? null;
  }
}

async function encodedAmong(repository: Repository, files: readonly TreeFile[]): Promise<string[]> {
  const attributes = await conversionAttributes(
    repository,
    files.map(({ path }) => path),
  );
  const isEncoded = (path: string) => !/^un/.test(attributes.get(path)?.[ENCODING] ?? 'unspecified');
  return files.flatMap(({ path }) => (isEncoded(path) ? [path] : []));
}
