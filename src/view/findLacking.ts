/** Finds blobs that the repository lacked and that are there now: fetched or restored since, or in the working tree. */

import type { BlobKey } from '../base/types.ts';
import { blobSizes } from '../git/blobSizes.ts';
import { contentsOnDisk } from '../git/missingContent.ts';
import type { ViewedFile } from './viewFiles.ts';
import type { Workspace } from './workspace.ts';

export interface Lacking {
  /** Nowhere to be had. */
  absent: ReadonlySet<BlobKey>;
  /** Empty or too large, as their sizes tell now. */
  unwanted: ReadonlySet<BlobKey>;
  /** By path: bytes that only the working tree holds. */
  contents: ReadonlyMap<string, Uint8Array>;
}

const NOTHING: Lacking = { absent: new Set(), unwanted: new Set(), contents: new Map() };

/** @param byBlob the files of each blob @param mostBytes of what is read from the working tree */
export async function findLacking(
  { repository, settings }: Workspace,
  byBlob: ReadonlyMap<BlobKey, readonly ViewedFile[]>,
  mostBytes: number,
): Promise<Lacking> {
  if (byBlob.size === 0) return NOTHING;
  const files = [...byBlob.values()].flat();
  const sizes = await blobSizes(
    repository,
    files.map(({ blob }) => blob),
  );
  const onDisk = await contentsOnDisk(
    repository,
    files.filter(({ blob }) => !sizes.has(blob)),
    mostBytes,
  );
  const absent = new Set<BlobKey>();
  const unwanted = new Set<BlobKey>();
  const contents = new Map<string, Uint8Array>();
  for (const [key, list] of byBlob) {
    const { blob } = list[0]!;
    const bytes = onDisk.get(blob);
    const size = sizes.get(blob) ?? bytes?.length;
    if (size === undefined) absent.add(key);
    else if (size === 0 || size > settings.maxFileSize) unwanted.add(key);
    else if (bytes !== undefined) for (const { path } of list) contents.set(path, bytes);
  }
  return { absent, unwanted, contents };
}
