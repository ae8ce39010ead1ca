/** What was redacted in a view: from its rows, so that it is the same however these came to be there. */

import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import type { BlobKey, RedactedCount } from '../base/types.ts';
import { readPlaced } from '../secrets/placeSecrets.ts';
import type { ChunkStore, ViewPath } from './storePort.ts';

export interface RedactedSecret {
  path: string;
  /** 1-based. */
  line: number;
  /** The id of the rule: docs/secrets.md. */
  rule: string;
}

/** @returns by path, in the order of the files, then line */
export async function listRedacted(store: ChunkStore, files: readonly ViewPath[]): Promise<RedactedSecret[]> {
  const byKey = new Map<BlobKey, Omit<RedactedSecret, 'path'>[]>();
  for (const { blobSha, language, redacted } of await store.redactedRows()) {
    const key = rowKeyOf({ blobSha, language });
    const secrets = byKey.get(key) ?? [];
    secrets.push(...readPlaced(redacted));
    byKey.set(key, secrets);
  }
  for (const secrets of byKey.values()) secrets.sort((a, b) => a.line - b.line || (a.rule < b.rule ? -1 : 1));
  return files.flatMap((file) => (byKey.get(blobKeyOf(file)) ?? []).map((secret) => ({ path: file.path, ...secret })));
}

/** @returns how many there are, and the blobs that hold them, sorted */
export async function countRedacted(
  store: ChunkStore,
  files: readonly ViewPath[],
): Promise<{ count: RedactedCount; blobs: BlobKey[] }> {
  const secrets = await listRedacted(store, files);
  const paths = new Set(secrets.map(({ path }) => path));
  const blobs = new Set(files.filter(({ path }) => paths.has(path)).map(blobKeyOf));
  return { count: { secrets: secrets.length, files: paths.size }, blobs: [...blobs].sort() };
}
