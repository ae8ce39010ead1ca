/**
 * Each source makes an offer: about the index, its files, and its rows as they come. Rows of object
 * storage go through the checks of a packed index. Where there are several, the one nearest to HEAD
 * is chosen: it leaves the fewest files to compute.
 */

import { withOpened } from '../../base/concurrency.ts';
import { CoraError } from '../../base/errors.ts';
import { rowKeyOf, splitBlobKey } from '../../base/identity.ts';
import { groupBy } from '../../base/lists.ts';
import type { BlobKey } from '../../base/types.ts';
import type { Repository } from '../../git/repository.ts';
import { listAncestors } from '../../git/resolveCommit.ts';
import { connectStorage } from '../../store/connectStorage.ts';
import type { ChunkStore } from '../../store/openStore.ts';
import { readChunks, readPublished } from '../../store/publishedIndexes.ts';
import type { Answered } from '../../store/sideTables.ts';
import type { StoreAddress } from '../../store/storeAddress.ts';
import type { ViewPath } from '../../store/views.ts';
import type { RowsDigest } from '../../view/statistics.ts';
import { type ArtifactBlob, blobsInOrder, checkedBlob } from '../artifact/blocks.ts';
import type { ArtifactManifest } from '../artifact/members.ts';
import type { PackedArtifact } from '../artifact/packedArtifact.ts';
import { blobSpans } from '../artifact/packedRows.ts';
import { checkDigest, type OpenArtifact } from '../artifact/readArtifact.ts';
import { PACKED_COLUMNS, type StoredRow } from '../packIndex.ts';
import { listPublications, readPublishedView, refusedIn } from '../publications.ts';
import type { OfferedBlock } from './checkBlock.ts';

export interface Offer {
  /** The open file; null for object storage. */
  descriptor: number | null;
  manifest: ArtifactManifest;
  files: readonly ViewPath[];
  /** The artifact itself; null for object storage. */
  packed: PackedArtifact | null;
  /** Reads the commentary; object storage has none. @throws CoraError BAD_ARTIFACT */
  commentary(): Promise<readonly Answered[]>;
  /**
   * All blobs of the files in the order of their first path. A source that need not read the known
   * ones gives them without rows.
   * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NETWORK
   */
  blocks(known: ReadonlySet<BlobKey>): AsyncIterable<OfferedBlock>;
  /** After the last one. @param sum of all rows @throws CoraError BAD_ARTIFACT */
  finish(sum: RowsDigest): void;
}

/** Makes an offer of an artifact that is open. */
export function offerOf(packed: OpenArtifact): Offer {
  const { file, descriptor, manifest, view, commentary } = packed;
  return {
    ...{ descriptor, manifest, files: view.files, packed, commentary },
    async *blocks() {
      for (const span of await blobSpans(packed)) yield { ...span, file };
    },
    finish: (sum) => checkDigest(packed, sum),
  };
}

// Makes an offer of an index in object storage. The rows come through the form of a packed index,
// and so through its checks: ids and hashes are computed here, and what a chunk cannot be is
// refused.

/** Blobs whose rows are asked for together. */
const BATCH = 500;

/**
 * Opens what is published in object storage as an offer.
 * @throws CoraError NO_ARTIFACT, NO_INDEX, INCOMPATIBLE_INDEX, BAD_ARTIFACT, USAGE, NETWORK and
 * what `use` throws
 */
export async function withPublishedOffer<T>(
  address: StoreAddress,
  { repository, fingerprint }: { repository: Repository; fingerprint: string },
  use: (offer: Offer) => Promise<T>,
): Promise<T> {
  const { uri } = address;
  return withOpened(connectStorage(address), async (storage) => {
    const published = await readPublished(storage);
    const fitting = listPublications(published.rows, uri).filter(({ row }) => row.fingerprint === fingerprint);
    const offers = fitting.map((one) => ({ ...one, commit: one.manifest.commit }));
    const nearest = await chooseNearest(repository, offers);
    if (nearest === null) {
      throw new CoraError('NO_ARTIFACT', `${uri} holds no index for this embedder and version.`, {
        hint: 'cora index   builds it here',
      });
    }
    const { row, manifest } = nearest;
    const { files } = await readPublishedView(published, nearest);
    const { dimensions } = manifest.embedder;
    return withOpened(readChunks({ storage, fingerprint, dimensions }, Number(row.version)), (store) =>
      use({
        ...{ descriptor: null, manifest, files, packed: null, commentary: async () => [] },
        blocks: (known) => blocksOf(store, blobsInOrder(files), known),
        // Blobs come as they were asked for, and the known ones without rows.
        finish: () => undefined,
      }),
    );
  }).catch((error: unknown) => {
    throw refusedIn(uri, error);
  });
}

async function* blocksOf(
  store: ChunkStore,
  keys: readonly BlobKey[],
  known: ReadonlySet<BlobKey>,
): AsyncGenerator<ArtifactBlob[], void, undefined> {
  const batches: BlobKey[][] = [];
  for (let at = 0; at < keys.length; at += BATCH) batches.push(keys.slice(at, at + BATCH));
  const read = (batch: readonly BlobKey[] | undefined): Promise<StoredRow[]> => {
    const wanted = (batch ?? []).filter((key) => !known.has(key));
    const reading = wanted.length === 0 ? Promise.resolve([]) : store.rows({ blobs: wanted }, PACKED_COLUMNS);
    // It is awaited a batch later.
    reading.catch(() => undefined);
    return reading;
  };
  let next = read(batches[0]);
  for (const [at, batch] of batches.entries()) {
    const rows = await next;
    // The next ones are on their way while these are checked.
    next = read(batches[at + 1]);
    yield blobsOf(batch, rows, known);
  }
}

function blobsOf(batch: readonly BlobKey[], rows: readonly StoredRow[], known: ReadonlySet<BlobKey>): ArtifactBlob[] {
  const byKey = groupBy(rows, rowKeyOf);
  return batch.map((key) => {
    const { blobSha: blob, language } = splitBlobKey(key);
    const own = (byKey.get(key) ?? []).sort((a, b) => a.startByte - b.startByte || a.endByte - b.endByte);
    if (own.length > 0) return checkedBlob({ blob, language, rows: own }, true);
    if (known.has(key)) return { blob, language, rows: [] };
    throw new CoraError('BAD_ARTIFACT', `the rows of ${blob} are not there`);
  });
}

/** The most ancestors to look at: further back most files are different. */
const MOST_ANCESTORS = 20_000;

/**
 * Chooses the offer whose commit is nearest to HEAD.
 * @param offers the preferred one first
 */
export async function chooseNearest<T extends { commit: string }>(
  repository: Repository,
  offers: readonly T[],
): Promise<T | null> {
  if (offers.length === 0 || repository.head === null) return null;
  const ancestors = await listAncestors(repository, { from: repository.head.commit, limit: MOST_ANCESTORS });
  const places = new Map(ancestors.map((commit, at) => [commit, at]));
  const ahead = ({ commit }: T): number => places.get(commit) ?? Number.POSITIVE_INFINITY;
  return offers.reduce((nearest, offer) => (ahead(offer) < ahead(nearest) ? offer : nearest));
}
