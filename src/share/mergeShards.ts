/**
 * `cora merge`: packed shards of one commit become the packed index that one build of all would have given. Needs no
 * repository and no embedder; what one of the shards holds that it cannot hold, its own reader refuses.
 */

import type { Watch } from '../base/types.ts';
import { HALF_CODEC } from '../store/float16.ts';
import { logicalDigest } from '../store/logicalDigest.ts';
import { RowsDigest } from '../view/statistics.ts';
import type { PackedCommentary } from './artifact/commentaryMember.ts';
import { compressionOf } from './artifact/compression.ts';
import type { Manifest } from './artifact/manifest.ts';
import { type WrittenArtifact, writeArtifact } from './artifact/writeArtifact.ts';
import { artifactName } from './artifactName.ts';
import { checkShards, type FoundShard } from './merge/checkShards.ts';
import { findShards } from './merge/findShards.ts';
import { joinFiles } from './merge/joinFiles.ts';
import { joinRows } from './merge/joinRows.ts';
import { closeShards, type OpenShard, openShards } from './merge/openShards.ts';

export interface MergeReport {
  file: string;
  /** Bytes of the file. */
  size: number;
  /** Of the file. */
  sha256: string;
  commit: string;
  /** How many were joined. */
  shards: number;
  files: number;
  chunks: number;
  text: boolean;
  /** The logical digest: that of an index that was built in one piece. */
  digest: string;
  tookMs: number;
}

/**
 * @param named files, and folders that hold them at any depth
 * @param output null: the name that `cora pack` would give it
 * @throws CoraError NO_ARTIFACT, NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX, STORE, ABORTED; nothing is written then
 */
export async function mergeShards(named: readonly string[], output: string | null, watch: Watch): Promise<MergeReport> {
  const started = Date.now();
  const found = checkShards(await findShards(named));
  const { commit, embedder } = found[0]!.manifest;
  const target = output ?? artifactName(commit, embedder);
  const compression = compressionOf(target);
  const shards = await openShards(found);
  try {
    const files = joinFiles(shards);
    const sum = new RowsDigest();
    const written = await writeArtifact(target, compression, {
      about: aboutOf(found),
      files,
      commentary: joinCommentary(shards),
      blobs: joinRows(shards, files.files, sum, watch),
      digest: () => logicalDigest({ ...sum, files: files.files }, embedder.fingerprint),
      halves: HALF_CODEC,
    });
    return reportOf(written, shards, Date.now() - started);
  } finally {
    await closeShards(shards);
  }
}

/** Equal contents may stand in several shards, described once or by several models: that of the first shard counts. */
function joinCommentary(shards: readonly OpenShard[]): PackedCommentary[] {
  const joined = new Map<string, PackedCommentary>();
  for (const { reader } of shards) {
    for (const row of reader.commentary) if (!joined.has(row.contentHash)) joined.set(row.contentHash, row);
  }
  return [...joined.values()].sort((a, b) => (a.contentHash < b.contentHash ? -1 : 1));
}

/** That of the first one, without its number. */
function aboutOf(found: readonly FoundShard[]): Omit<Manifest, 'formatVersion' | 'tool' | 'members' | 'digest'> {
  const { repository, commit, tree, embedder, chunker, options, text } = found[0]!.manifest;
  const counts = { files: 0, chunks: 0, bytes: 0 };
  for (const { manifest } of found) {
    counts.files += manifest.counts.files;
    counts.chunks += manifest.counts.chunks;
    counts.bytes += manifest.counts.bytes;
  }
  return { repository, commit, tree, embedder, chunker, options, text, counts };
}

function reportOf(
  { file, size, sha256, manifest }: WrittenArtifact,
  shards: readonly OpenShard[],
  tookMs: number,
): MergeReport {
  const { commit, counts, text, digest } = manifest;
  const { files, chunks } = counts;
  return { file, size, sha256, commit, shards: shards.length, files, chunks, text, digest, tookMs };
}
