/** `cora pack`: the rows of the last built view, and nothing else of the store, as one file. */

import type { RepoState, Shard } from '../base/types.ts';
import type { Options } from '../settings/options.ts';
import { HALF_CODEC } from '../store/float16.ts';
import { logicalDigest } from '../store/logicalDigest.ts';
import { openStore } from '../store/openStore.ts';
import type { ViewPath } from '../store/storePort.ts';
import { RowsDigest } from '../view/statistics.ts';
import { locateIndex, type Surroundings } from '../view/surroundings.ts';
import type { Workspace } from '../view/workspace.ts';
import { commentaryOfView } from './artifact/commentaryOfView.ts';
import { compressionOf } from './artifact/compression.ts';
import type { PackedBlob } from './artifact/rowBlock.ts';
import { type WrittenArtifact, writeArtifact } from './artifact/writeArtifact.ts';
import { artifactName } from './artifactName.ts';
import { blobsOf, broken, filesOf, type PackedRow, stateToPack } from './pack/rowsToPack.ts';

export interface PackReport {
  file: string;
  /** Bytes of the file. */
  size: number;
  /** Of the file. */
  sha256: string;
  commit: string;
  /** Only where the index is one shard. */
  shard?: Shard;
  /** The commit that is checked out; null before the first one. */
  headCommit: string | null;
  files: number;
  chunks: number;
  /** Bytes of the files that are indexed. */
  indexedBytes: number;
  text: boolean;
  /** Chunks that come with prose of a language model; only where there are any. */
  commentary?: number;
  /** The logical digest: the same for the same commit and options anywhere. */
  digest: string;
  tookMs: number;
}

/** @throws CoraError NO_INDEX, BROKEN_INDEX, STORE, … */
export async function packIndex(options: Options, surroundings: Surroundings): Promise<PackReport> {
  const started = Date.now();
  const { workspace, embedder, dir } = await locateIndex(options, surroundings);
  const state = await stateToPack(dir, workspace, embedder);
  const file = options.output ?? artifactName(state.commit, embedder, state.shard);
  const compression = compressionOf(file);
  const text = options['no-text'] !== true;
  const store = await openStore(dir, embedder.dimensions, 'read');
  try {
    const files = filesOf(state);
    const commentary = text ? await commentaryOfView(dir, store, files) : [];
    const sum = new RowsDigest();
    const written = await writeArtifact(file, compression, {
      about: aboutOf(state, workspace, text),
      files: { files, skipped: state.skipped, failed: state.failed.map(({ path }) => path) },
      commentary,
      blobs: counting(blobsOf(store, files), sum),
      digest: () => digestOf(state, files, sum),
      halves: HALF_CODEC,
    });
    const report = reportOf(written, workspace, Date.now() - started);
    return commentary.length === 0 ? report : { ...report, commentary: commentary.length };
  } finally {
    store.close();
  }
}

export function aboutOf(state: RepoState, { settings }: Workspace, text: boolean) {
  const { repository, commit, tree, embedder, chunker, shard, counts } = state;
  const { include, exclude, maxFileSize } = settings;
  const options = { include: [...include], exclude: [...exclude], maxFileSize, hash: state.optionsHash };
  return { repository, commit, tree, embedder, chunker, options, shard, text, counts };
}

async function* counting(blobs: AsyncIterable<PackedBlob<PackedRow>>, sum: RowsDigest) {
  for await (const blob of blobs) {
    for (const row of blob.rows) sum.add(row);
    yield blob;
  }
}

function digestOf(state: RepoState, files: readonly ViewPath[], sum: RowsDigest): string {
  const digest = logicalDigest(
    { files: [...files], chunks: sum.chunks, rowsDigest: sum.rowsDigest },
    state.embedder.fingerprint,
  );
  if (digest !== state.digest) throw broken('its rows are others than those that were built');
  return digest;
}

function reportOf({ file, size, sha256, manifest }: WrittenArtifact, workspace: Workspace, tookMs: number): PackReport {
  const { commit, shard, counts, text, digest } = manifest;
  const { files, chunks, bytes } = counts;
  const headCommit = workspace.repository.head?.commit ?? null;
  return { file, size, sha256, commit, shard, headCommit, files, chunks, indexedBytes: bytes, text, digest, tookMs };
}
