/**
 * `cora pack` writes the rows of one view, and nothing else of the store, as one file;
 * `--report` tells before what would leave. `cora push` takes the same rows.
 */

import { CoraError, isCoraError } from '../base/errors.ts';
import type { CommitRecord } from '../base/historyTypes.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { listed } from '../base/lists.ts';
import { shellWord } from '../base/renderText.ts';
import type { Chunk, ChunkRow, EmbedderInfo, RedactedSecret, Shard, SkippedFile } from '../base/types.ts';
import type { RowReader } from '../engine/rowReader.ts';
import { checkSearchFile, withSearchFile } from '../engine/searchFile.ts';
import type { SegmentReader } from '../engine/segment.ts';
import type { SegmentBuilder } from '../engine/segmentBuilder.ts';
import type { SegmentRows } from '../engine/segmentRows.ts';
import { type TakenRow, TakenWords } from '../engine/wordsByRow.ts';
import { addressForOthers } from '../git/gitConfiguration.ts';
import { listAncestors, resolveCommit } from '../git/resolveCommit.ts';
import { indexedStateOf, type StateOfView } from '../indexing/viewOfPulled.ts';
import type { PackRequest, Surroundings } from '../settings/requests.ts';
import type { Answered } from '../store/sideTables.ts';
import { COMMENTARY_TABLE, COMMIT_TABLE, RECORD_COLUMNS } from '../store/sideTables.ts';
import { readWholeState } from '../store/state.ts';
import { listRedacted, logicalDigest, readViewOf, type ViewPath, type ViewRecord } from '../store/views.ts';
import type { ViewTotals } from '../view/statistics.ts';
import { locateIndex, noIndex, settingsHash, type Workspace } from '../view/workspace.ts';
import { mustBePackedName } from './artifact/archive.ts';
import type { PackedBlob } from './artifact/blocks.ts';
import { makeSegment } from './artifact/canonicalSegment.ts';
import { type WrittenArtifact, writeArtifact } from './artifact/writeArtifact.ts';
import { artifactName } from './readSource.ts';

export interface PackReport {
  file: string;
  /** Bytes of the file. */
  size: number;
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
export async function packIndex(
  { output, rev, text, historyLimit, ...settings }: PackRequest,
  surroundings: Surroundings,
): Promise<PackReport> {
  const started = Date.now();
  const { workspace, embedder, dir } = await locateIndex(settings, surroundings);
  const { state, files } = await stateToPack(dir, workspace, embedder, rev);
  const file = output ?? artifactName(state.commit, embedder, state.shard);
  mustBePackedName(file);
  return withSearchFile(dir, embedder.dimensions, async (store) => {
    const commentary = text ? await commentaryOfView(dir, store, files) : [];
    const commits = text ? await commitsOfView(workspace, state, historyLimit) : [];
    if (text) await mustBeWhole(store);
    const written = await writeArtifact(file, {
      about: aboutIndex(state, workspace, text),
      files: { files, skipped: state.skipped, failed: state.failed.map(({ path }) => path) },
      commentary,
      commits,
      segment: (about, newKeeper) =>
        makeSegment(about, (builder) => blobsToPack(store, files, text ? builder : null), newKeeper),
      digest: (totals) => digestOf(state, files, totals),
    });
    const report = reportOf(written, workspace, Date.now() - started);
    return commentary.length === 0 ? report : { ...report, commentary: commentary.length };
  });
}

export function aboutIndex(state: StateOfView, { settings }: Workspace, text: boolean) {
  const { commit, tree, embedder, chunker, shard, counts } = state;
  const repository = addressForOthers(state.repository);
  const { include, exclude, maxFileSize } = settings;
  const options = { include: [...include], exclude: [...exclude], maxFileSize, hash: state.optionsHash };
  return { repository, commit, tree, embedder, chunker, options, shard, text, counts };
}

function digestOf(state: StateOfView, files: ViewPath[], { chunks, rowsDigest }: ViewTotals): string {
  const digest = logicalDigest({ files, chunks, rowsDigest }, state.embedder.fingerprint);
  if (digest !== state.digest) throw otherRows();
  return digest;
}

export function otherRows(): CoraError {
  return cannotPack('its rows are others than those that were built');
}

function reportOf({ file, size, sha256, manifest }: WrittenArtifact, workspace: Workspace, tookMs: number): PackReport {
  const { commit, shard, counts, text, digest } = manifest;
  const { files, chunks, bytes } = counts;
  const headCommit = workspace.repository.head?.commit ?? null;
  const counted = { files, chunks, indexedBytes: bytes };
  return { file, size, sha256, commit, shard, headCommit, ...counted, text, digest, tookMs };
}

// `cora pack --report`: what would leave this machine, told before anything does. Writes nothing.

export interface PackContents {
  /** The address of `origin` without credentials; '' where there is none. */
  repository: string;
  commit: string;
  /** The commit that is checked out; null before the first one. */
  headCommit: string | null;
  embedder: string;
  /** False with --no-text. */
  text: boolean;
  files: number;
  chunks: number;
  /** Different names of definitions. */
  symbols: number;
  /** Chunks that come with prose of a language model. */
  commentary: number;
  /** Commits, with authors and addresses, messages and the paths that they touched. */
  commits: number;
  /** By kind, before compression. */
  bytes: Partial<Record<Kind, number>>;
  /** Secrets that were found by content: none of them is in the pack. */
  redacted: RedactedSecret[];
  /** The paths of the indexed files. */
  paths: string[];
  /** Files that were left out: their paths and the reasons are in the pack, too. */
  skipped: SkippedFile[];
  /** Files that could not be indexed. */
  failed: string[];
}

type Kind = 'paths' | 'commits' | 'commentary' | 'text' | 'symbols' | 'references' | 'positions' | 'hashes' | 'vectors';

/** The columns of a pack by the kind of what they hold; vectors have none. */
const COLUMNS_OF: readonly (readonly [kind: Kind, columns: readonly (keyof Chunk)[]])[] = [
  ['text', ['text', 'doc', 'signature']],
  ['symbols', ['symbol', 'scope', 'parentChunk', 'defines']],
  ['references', ['references']],
  ['positions', ['startLine', 'endLine', 'startByte', 'endByte', 'kind']],
  ['positions', ['part', 'parts', 'nodeType', 'redacted', 'frame']],
];
const WITHOUT_TEXT: readonly (keyof Chunk)[] = ['symbol', 'startLine', 'endLine', 'startByte', 'endByte', 'kind'];
const BYTES_OF_NUMBER = 2;

/** Says what a packed index would hold. @throws CoraError NO_INDEX, BROKEN_INDEX, … */
export async function describePack(
  { rev, text, historyLimit, ...settings }: PackRequest,
  surroundings: Surroundings,
): Promise<PackContents> {
  const { workspace, embedder, dir } = await locateIndex(settings, surroundings);
  const { state, files } = await stateToPack(dir, workspace, embedder, rev);
  const columns = COLUMNS_OF.flatMap(([kind, names]) => names.map((name) => ({ kind, name }))).filter(
    ({ name }) => text || WITHOUT_TEXT.includes(name),
  );
  const failed = state.failed.map(({ path }) => path);
  const listed = JSON.stringify([files, state.skipped, failed]);
  const bytes: PackContents['bytes'] = { paths: Buffer.byteLength(listed) };
  const add = (kind: Kind, size: number): void => {
    bytes[kind] = (bytes[kind] ?? 0) + size;
  };
  const symbols = new Set<string>();
  return withSearchFile(dir, embedder.dimensions, async (store) => {
    for await (const { rows } of blobsToPack(store, files)) {
      for (const row of rows) {
        for (const { name } of row.defines) symbols.add(name);
        for (const { kind, name } of columns) add(kind, sizeOf(row[name]));
        if (!text) add('hashes', row.contentHash.length);
        add('vectors', BYTES_OF_NUMBER * row.vector.length);
      }
    }
    const commentary = text ? await commentaryOfView(dir, store, files) : [];
    for (const row of commentary) add('commentary', row.contentHash.length + sizeOf(row.text));
    const commits = text ? await commitsOfView(workspace, state, historyLimit) : [];
    for (const { files: _, ...one } of commits) add('commits', JSON.stringify(one).length);
    const { commit, counts, skipped } = state;
    const repository = addressForOthers(state.repository);
    const headCommit = workspace.repository.head?.commit ?? null;
    const about = { repository, commit, headCommit, embedder: embedder.id, text };
    const redacted = await listRedacted(store, files);
    const paths = files.map(({ path }) => path);
    const { files: number, chunks } = counts;
    const counted = { symbols: symbols.size, commentary: commentary.length, commits: commits.length };
    return { ...about, files: number, chunks, ...counted, bytes, redacted, paths, skipped, failed };
  });
}

/** Returns the bytes of a cell as it is written there: text as it is, all else as JSON. */
function sizeOf(cell: Chunk[keyof Chunk]): number {
  return Buffer.byteLength(typeof cell === 'string' ? cell : JSON.stringify(cell));
}

// Reads what others get of a store: one view, its rows as whole blobs in the order of their first
// path, and commentary on them. A shard of an index is given to nobody.

/** The columns that a packed row is made of; words and statistics are made again from them. */
export const PACKED_COLUMNS = listed(
  'chunkId blobSha language kind symbol scope signature nodeType redacted frame startLine endLine startByte',
  'endByte part parts parentChunk text doc defines references contentHash vector',
);
export type StoredRow = Pick<ChunkRow, (typeof PACKED_COLUMNS)[number]>;

interface StateToPack {
  state: StateOfView;
  record: ViewRecord;
  files: ViewPath[];
}

/**
 * Reads the state and the view that are packed.
 * @param rev null: the one checked out, or the last indexed.
 * @throws CoraError NO_INDEX, …
 */
export async function stateToPack(
  dir: string,
  workspace: Workspace,
  embedder: EmbedderInfo,
  rev: string | null,
): Promise<StateToPack> {
  const state = await readWholeState(dir);
  if (state === null) throw await noIndex(workspace, embedder);
  const { repository } = workspace;
  const wanted = rev === null ? repository.head : await resolveCommit(repository, rev);
  if (wanted !== null && wanted.commit !== state.commit) {
    const kept = state.shard === undefined ? await indexedStateOf(workspace, embedder, wanted) : null;
    if (kept?.lacking.length === 0) return { ...kept, files: kept.record.files };
    if (rev !== null)
      throw new CoraError('NO_INDEX', `The commit ${wanted.commit.slice(0, 9)} is not indexed.`, {
        hint: `cora index --rev ${shellWord(rev)}   indexes it`,
      });
  }
  if (state.optionsHash !== settingsHash(workspace.settings))
    throw new CoraError('NO_INDEX', 'The index was built with other settings (include, exclude, max-file-size).', {
      hint: 'cora index   builds it with those of now',
    });
  const record = await readViewOf(dir, state);
  // A build says why it left out a file; of those that came later a pull keeps the names alone.
  const explained = new Set([...state.skipped, ...state.failed].map(({ path }) => path));
  if (record.missing?.some(({ path }) => !explained.has(path)))
    throw new CoraError('NO_INDEX', 'The index was pulled, and files that came after it are not indexed yet.', {
      hint: 'cora index   indexes them',
    });
  return { state, record, files: record.files };
}

/**
 * @param builder that takes the words of the segments; null where none are wanted
 * @throws CoraError BROKEN_INDEX where rows are missing
 */
async function* blobsToPack(
  store: SegmentRows,
  files: readonly ViewPath[],
  builder: SegmentBuilder | null = null,
): AsyncGenerator<PackedBlob<StoredRow & { words?: TakenRow }>> {
  const byKey = new Map(files.map((file) => [blobKeyOf(file), file]));
  const taken = new Map<SegmentReader, TakenWords>();
  for await (const found of store.rowsByBlob([...byKey.keys()], PACKED_COLUMNS)) {
    const { blob, language, path } = byKey.get(found.key)!;
    const placed = found.rows.map((row, at) => ({ row, place: found.places[at]! }));
    placed.sort(({ row: a }, { row: b }) => a.startByte - b.startByte || a.endByte - b.endByte);
    const rows = placed.map(({ row }) => row);
    // All rows of a blob are in one segment.
    const segment = placed[0]?.place.segment;
    if (segment === undefined) throw cannotPack(`the rows of ${path} are not there`);
    if (builder === null) {
      yield { blob, language, rows };
      continue;
    }
    if (!taken.has(segment)) taken.set(segment, await TakenWords.of(segment, builder));
    const words = await taken.get(segment)!.ofRows(placed.map(({ place }) => place.row));
    yield { blob, language, rows: rows.map((row, at) => ({ ...row, words: words[at]! })) };
  }
}

/**
 * Checks the search file, as the words of rows are taken from it unchanged.
 * @throws CoraError BROKEN_INDEX
 */
async function mustBeWhole(store: SegmentRows): Promise<void> {
  await checkSearchFile(store).catch((error: unknown) => {
    throw isCoraError(error) ? cannotPack('a segment of its search file is damaged') : error;
  });
}

function cannotPack(what: string): CoraError {
  return new CoraError('BROKEN_INDEX', `The index cannot be packed: ${what}.`, {
    hint: 'cora doctor --fix, then cora index',
  });
}

// Reads the commentary that leaves the machine with an artifact: that on contents of the view, and
// nothing else of the store.

/** @returns sorted by content hash; none where there is none */
async function commentaryOfView(dir: string, store: RowReader, files: readonly ViewPath[]): Promise<Answered[]> {
  const table = await COMMENTARY_TABLE.open(dir, 'read');
  if (table === null) return [];
  const keys = new Set(files.map(blobKeyOf));
  const hashes = new Set<string>();
  for await (const rows of store.scan(['contentHash', 'blobSha', 'language'])) {
    for (const { contentHash, blobSha, language } of rows) {
      if (keys.has(rowKeyOf({ blobSha, language }))) hashes.add(contentHash);
    }
  }
  const rows = table.scan(['contentHash', 'model', 'prompt', 'text']);
  const own = rows.filter(({ contentHash, text }) => text !== '' && hashes.has(contentHash));
  return own.sort((a, b) => (a.contentHash < b.contentHash ? -1 : 1));
}

// Reads the commits that leave the machine with an artifact: those of the packed commit's history
// that the index has.

/** @param limit so many of the newest @returns newest first; none where there are none */
async function commitsOfView(
  { repository, location }: Workspace,
  { commit }: Pick<StateOfView, 'commit'>,
  limit: number,
): Promise<CommitRecord[]> {
  const table = limit === 0 ? null : await COMMIT_TABLE.open(location.root, 'read');
  if (table === null) return [];
  const rows = new Map(table.scan(RECORD_COLUMNS).map((row) => [row.commit, row]));
  const history = await listAncestors(repository, { from: commit, limit });
  return history.flatMap((one) => rows.get(one) ?? []);
}

/** @throws CoraError USAGE for a shard */
export function refuseShard(shard: Shard | undefined): void {
  if (shard === undefined) return;
  throw new CoraError('USAGE', `The index here is shard ${shard.index} of ${shard.count}.`, {
    hint: 'cora index   completes it; cora merge joins packed shards',
  });
}
