/** `cora pack`: the rows of the last built view, and nothing else of the store, as one file. */

import { compressionOf } from './artifact/compression.ts';
import type { PackedBlob } from './artifact/rowBlock.ts';
import { type RowWithVector, type WrittenArtifact, writeArtifact } from './artifact/writeArtifact.ts';
import { artifactName } from './artifactName.ts';
import { logicalDigest } from './build/logicalDigest.ts';
import { CoraError } from './errors.ts';
import { blobKeyOf } from './identity.ts';
import type { Options } from './options.ts';
import { RowsDigest } from './query/statistics.ts';
import { embedderFor, openWorkspaceFor, type Surroundings } from './session.ts';
import { HALF_CODEC } from './store/float16.ts';
import { openStore } from './store/openStore.ts';
import { readState } from './store/state.ts';
import type { ChunkStore, ViewPath } from './storePort.ts';
import type { BlobKey, RepoState, Shard } from './types.ts';
import { settingsHash, storeDirOf, type Workspace } from './workspace.ts';

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
  /** The logical digest: the same for the same commit and options anywhere. */
  digest: string;
  tookMs: number;
}

/** Blobs whose rows are read together. */
const BATCH = 200;

const COLUMNS = [
  'chunkId',
  'blobSha',
  'language',
  'kind',
  'symbol',
  'scope',
  'signature',
  'nodeType',
  'redacted',
  'startLine',
  'endLine',
  'startByte',
  'endByte',
  'part',
  'parts',
  'parentChunk',
  'text',
  'doc',
  'defines',
  'references',
  'contentHash',
  'vector',
] as const;

/** @throws CoraError NO_INDEX, BROKEN_INDEX, STORE, … */
export async function packIndex(options: Options, surroundings: Surroundings): Promise<PackReport> {
  const started = Date.now();
  const [workspace, embedder] = await Promise.all([
    openWorkspaceFor(options, surroundings),
    embedderFor(options, surroundings),
  ]);
  const dir = storeDirOf(workspace, embedder);
  const state = await stateToPack(dir, workspace);
  const file = options.output ?? artifactName(state.commit, embedder, state.shard);
  const compression = compressionOf(file);
  const text = options['no-text'] !== true;
  const store = await openStore(dir, embedder.dimensions, 'read');
  try {
    const files = filesOf(state);
    const sum = new RowsDigest();
    const written = await writeArtifact(file, compression, {
      about: aboutOf(state, workspace, text),
      files: { files, skipped: state.skipped, failed: state.failed.map(({ path }) => path) },
      blobs: blobsOf(store, files, sum),
      digest: () => digestOf(state, files, sum),
      halves: HALF_CODEC,
    });
    return reportOf(written, workspace, Date.now() - started);
  } finally {
    store.close();
  }
}

export async function stateToPack(dir: string, { settings }: Workspace): Promise<RepoState> {
  const state = await readState(dir);
  if (state === null)
    throw new CoraError('NO_INDEX', 'There is no index of this repository yet.', { hint: 'cora index   builds it' });
  if (state.optionsHash !== settingsHash(settings))
    throw new CoraError('NO_INDEX', 'The index was built with other settings (include, exclude, max-file-size).', {
      hint: 'cora index   builds it with those of now',
    });
  return state;
}

/** Sorted anew: an object puts names such as "7" first. */
export function filesOf(state: RepoState): ViewPath[] {
  return Object.entries(state.files)
    .map(([path, { blob, language }]) => ({ path, blob, language }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

export function aboutOf(state: RepoState, { settings }: Workspace, text: boolean) {
  const { repository, commit, tree, embedder, chunker, shard, counts } = state;
  const { include, exclude, maxFileSize } = settings;
  const options = { include: [...include], exclude: [...exclude], maxFileSize, hash: state.optionsHash };
  return { repository, commit, tree, embedder, chunker, options, shard, text, counts };
}

async function* blobsOf(
  store: ChunkStore,
  files: readonly ViewPath[],
  sum: RowsDigest,
): AsyncGenerator<PackedBlob<RowWithVector>> {
  const keys = [...new Set(files.map(blobKeyOf))];
  const byKey = new Map(files.map((file) => [blobKeyOf(file), file]));
  for (let at = 0; at < keys.length; at += BATCH) {
    const batch = keys.slice(at, at + BATCH);
    const rows = await store.rows({ blobs: batch }, COLUMNS);
    const found = new Map<BlobKey, typeof rows>(batch.map((key) => [key, []]));
    for (const row of rows) found.get(blobKeyOf({ blob: row.blobSha, language: row.language }))?.push(row);
    for (const key of batch) {
      const { blob, language } = byKey.get(key)!;
      const own = found.get(key)!;
      if (own.length === 0) throw broken(`the rows of ${byKey.get(key)!.path} are not there`);
      own.sort((a, b) => a.startByte - b.startByte || a.endByte - b.endByte);
      for (const row of own) sum.add(row);
      yield { blob, language, rows: own };
    }
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

function broken(what: string): CoraError {
  return new CoraError('BROKEN_INDEX', `The index cannot be packed: ${what}.`, {
    hint: 'cora doctor --fix, then cora index',
  });
}

function reportOf({ file, size, sha256, manifest }: WrittenArtifact, workspace: Workspace, tookMs: number): PackReport {
  const { commit, shard, counts, text, digest } = manifest;
  const { files, chunks, bytes } = counts;
  const headCommit = workspace.repository.head?.commit ?? null;
  return { file, size, sha256, commit, shard, headCommit, files, chunks, indexedBytes: bytes, text, digest, tookMs };
}
