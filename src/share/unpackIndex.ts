/**
 * `cora unpack`, and what `--index FILE` begins with: an artifact becomes a store of its own, with
 * the words, the indexes and the statistics that it left out. Here is no repository to check the
 * rows against: what such a store shows is what the artifact says. Into a clone's own store they
 * come by pullIndex.ts, which does check.
 */

import { rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CoraError } from '../base/errors.ts';
import { blobKeyOf } from '../base/identity.ts';
import { silentLog } from '../base/log.ts';
import type { BlobKey, ChunkRow, Embedder, EmbedderInfo, RedactedCount, RepoState } from '../base/types.ts';
import { disownFolder, makeFolderBeside, removeFolder } from '../disk/makePrivate.ts';
import { createEmbedder } from '../embed/createEmbedder.ts';
import { isBuiltIn, parseEmbedderSpec } from '../embed/parseEmbedderSpec.ts';
import { blobsOf, builtSegment, byPlace, listPending, MOST_ROWS, saveSegment } from '../engine/joinSegments.ts';
import { type ListedSegment, withSearchFile } from '../engine/searchFile.ts';
import { SearchFileWriter } from '../engine/searchFileWriter.ts';
import { SegmentBuilder } from '../engine/segmentBuilder.ts';
import { takeCommentary } from '../indexing/keepAnswers.ts';
import { fingerprintDir } from '../store/location.ts';
import { openStore } from '../store/openStore.ts';
import { newState, writeState } from '../store/state.ts';
import { countRedacted, writeCurrentView, writeView } from '../store/views.ts';
import { ViewStatistics } from '../view/statistics.ts';
import { storeFingerprint, viewIdOfHash } from '../view/workspace.ts';
import { type OpenArtifact, readProvenRows, withArtifact } from './artifact/readArtifact.ts';
import { completeRows } from './pull/verifyBlob.ts';

export interface UnpackReport {
  file: string;
  /** The folder where the index is now: for --index. */
  dir: string;
  commit: string;
  files: number;
  chunks: number;
  tookMs: number;
}

/**
 * @param target a folder that is not there yet, or an empty one: an index that is there is never
 * written over
 * @param hasTable others will query the rows as LanceDB's table; without it the folder answers
 * questions, and LanceDB's binary is not needed
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NO_INDEX, STORE; nothing is left behind then
 */
export async function unpackIndex(file: string, target: string, hasTable = true): Promise<UnpackReport> {
  const started = Date.now();
  const folder = resolve(target);
  return withArtifact(file, async (artifact) => {
    const { commit, counts, embedder } = artifact.manifest;
    await install(artifact, folder, file, hasTable);
    const dir = fingerprintDir(folder, storeFingerprint(embedder));
    return { file, dir, commit, files: counts.files, chunks: counts.chunks, tookMs: Date.now() - started };
  });
}

async function install(artifact: OpenArtifact, target: string, file: string, hasTable: boolean): Promise<void> {
  if (!artifact.manifest.text) {
    const message = `${file} was packed without text: only a clone that has the files can use it.`;
    throw new CoraError('BAD_ARTIFACT', message, { hint: 'in the clone: cora pull FILE' });
  }
  const temporary = await makeFolderBeside(target, 'name a folder that you may write: cora unpack FILE -o DIR');
  try {
    await writeStore(artifact, fingerprintDir(temporary, storeFingerprint(artifact.manifest.embedder)), hasTable);
    // Git ignores the folder, if it lies in a working tree.
    await writeFile(join(temporary, '.gitignore'), '*\n');
    // A folder takes the place of an empty one, and of nothing else.
    await disownFolder(temporary);
    await rename(temporary, target);
  } catch (error) {
    await removeFolder(temporary);
    if (!/^(ENOTEMPTY|EEXIST|ENOTDIR|EPERM)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw error;
    throw new CoraError('STORE', `${target} already exists.`, {
      hint: 'name another folder: cora unpack FILE -o DIR',
    });
  }
}

// An artifact's rows as a store: the table with its indexes, the view with its statistics, the
// state.

/** One commit of the table holds about this much text. */
const COMMIT_BYTES = 16_000_000;

/** @param dir not there yet. @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX: no index then */
async function writeStore(artifact: OpenArtifact, dir: string, hasTable: boolean): Promise<void> {
  const started = Date.now();
  const { manifest, view: files } = artifact;
  const { dimensions } = manifest.embedder;
  const statistics = new ViewStatistics(dimensions);
  const chunkIds = new Map<BlobKey, string[]>();
  const rows = hasTable ? await openTableOf(dir, dimensions) : await openSegmentsOf(dir, dimensions);
  try {
    let waiting: ChunkRow[] = [];
    let bytes = 0;
    for await (const blobs of readProvenRows(artifact)) {
      for (const blob of blobs) {
        const own = completeRows(blob);
        const ids = own.map(({ chunkId }) => chunkId);
        chunkIds.set(blobKeyOf(blob), ids);
        for (const row of own) {
          statistics.add(row);
          bytes += row.text.length + row.searchText.length;
        }
        waiting.push(...own);
      }
      if (bytes < COMMIT_BYTES) continue;
      await rows.add(waiting);
      waiting = [];
      bytes = 0;
    }
    await rows.add(waiting);
    await rows.finish();
  } finally {
    rows.close();
  }
  const redacted = await withSearchFile(dir, dimensions, (all) => countRedacted(all, files.files));
  await takeCommentary(
    { dir, embedder: await embedderOf(manifest.embedder), log: silentLog },
    await artifact.commentary(),
  );
  const { commit, tree, repository, options, shard } = manifest;
  const id = viewIdOfHash(tree, options.hash, shard);
  await writeView(dir, id, {
    ...{ commit, tree, repository, shard, ...statistics.counts() },
    redacted: redacted.blobs,
    files: files.files,
  });
  await writeCurrentView(dir, id);
  await writeState(dir, stateOf(artifact, id, chunkIds, redacted.count, started));
}

interface RowTarget {
  /** Adds the rows of whole blobs. */
  add(rows: readonly ChunkRow[]): Promise<void>;
  finish(): Promise<void>;
  close(): void;
}

async function openTableOf(dir: string, dimensions: number): Promise<RowTarget> {
  const store = await openStore(dir, dimensions, 'write');
  const search = await SearchFileWriter.begin(dir, store);
  return {
    add: async (rows) => {
      await store.append(rows);
      await search.add(rows);
    },
    finish: async () => {
      // Nobody reads an older version of it, and others may query it as LanceDB's table.
      await store.optimize(0, true);
      await search.finish(store);
    },
    close: () => store.close(),
  };
}

async function openSegmentsOf(dir: string, dimensions: number): Promise<RowTarget> {
  const segments: ListedSegment[] = [];
  let builder = new SegmentBuilder(dimensions);
  const write = async (): Promise<void> => {
    if (builder.rows > 0) segments.push(await saveSegment(dir, builtSegment(builder)));
    builder = new SegmentBuilder(dimensions);
  };
  return {
    add: async (rows) => {
      for (const blob of blobsOf(rows)) builder.add(blob.toSorted(byPlace));
      if (builder.rows >= MOST_ROWS) await write();
    },
    finish: async () => {
      await write();
      await listPending(dir, dimensions, segments);
    },
    close: () => undefined,
  };
}

/** The embedder of an index; without the built-in one commentary is found by words alone. */
async function embedderOf(info: EmbedderInfo): Promise<Embedder> {
  if (isBuiltIn(info.id)) {
    const embedder = await createEmbedder(parseEmbedderSpec(info.id), {}, silentLog);
    if (embedder.fingerprint === info.fingerprint) return embedder;
  }
  return { ...info, embed: async (texts) => texts.map(() => new Float32Array(info.dimensions)) };
}

function stateOf(
  { manifest, view: files }: OpenArtifact,
  view: string,
  chunkIds: ReadonlyMap<BlobKey, string[]>,
  redacted: RedactedCount,
  started: number,
): RepoState {
  const { repository, commit, tree, embedder, chunker, options, shard, counts, digest } = manifest;
  const named = files.files.map((file) => {
    const { path, blob, language } = file;
    return [path, { blob, language, chunks: chunkIds.get(blobKeyOf(file)) ?? [] }] as const;
  });
  const error = 'it could not be indexed where the artifact was made';
  const about = {
    ...{ repository, commit, tree, embedder, chunker, optionsHash: options.hash, shard, view },
    files: Object.fromEntries(named),
    skipped: files.skipped,
    failed: files.failed.map((path) => ({ path, error })),
    ...{ counts, redacted, digest },
  };
  return newState(about, started);
}
