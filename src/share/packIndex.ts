/**
 * `cora pack` writes the rows of the last built view, and nothing else of the store, as one file;
 * `--report` tells before what would leave.
 */

import type { Chunk, RedactedSecret, RepoState, Shard, SkippedFile } from '../base/types.ts';
import { withSearchFile } from '../engine/searchFile.ts';
import { addressForOthers } from '../git/gitConfiguration.ts';
import type { PackRequest, Surroundings } from '../settings/requests.ts';
import type { ViewPath } from '../store/views.ts';
import { listRedacted, logicalDigest } from '../store/views.ts';
import type { ViewTotals } from '../view/statistics.ts';
import { locateIndex } from '../view/surroundings.ts';
import type { Workspace } from '../view/workspace.ts';
import { mustBePackedName } from './artifact/archive.ts';
import { encodeFiles } from './artifact/members.ts';
import { type WrittenArtifact, writeArtifact } from './artifact/writeArtifact.ts';
import {
  blobsToPack,
  cannotPack,
  commentaryOfView,
  commitsOfView,
  filesToPack,
  stateToPack,
} from './pack/rowsToPack.ts';
import { artifactName } from './readSource.ts';

export interface PackReport {
  file: string;
  /** Bytes of the file. */
  size: number;
  /** The SHA-256 of the file. */
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
  /** False: without what questions need beside the rows. */
  search: boolean;
  /** Chunks that come with prose of a language model; only where there are any. */
  commentary?: number;
  /** The logical digest: the same for the same commit and options anywhere. */
  digest: string;
  tookMs: number;
}

/** @throws CoraError NO_INDEX, BROKEN_INDEX, STORE, … */
export async function packIndex(
  { output, text, search, historyLimit, ...settings }: PackRequest,
  surroundings: Surroundings,
): Promise<PackReport> {
  const started = Date.now();
  const { workspace, embedder, dir } = await locateIndex(settings, surroundings);
  const state = await stateToPack(dir, workspace, embedder);
  const file = output ?? artifactName(state.commit, embedder, state.shard);
  mustBePackedName(file);
  return withSearchFile(dir, embedder.dimensions, async (store) => {
    const files = filesToPack(state);
    const commentary = text ? await commentaryOfView(dir, store, files) : [];
    const commits = text ? await commitsOfView(workspace, state, historyLimit) : [];
    const written = await writeArtifact(file, {
      about: { ...aboutIndex(state, workspace, text), search: text && search },
      files: { files, skipped: state.skipped, failed: state.failed.map(({ path }) => path) },
      commentary,
      commits,
      blobs: blobsToPack(store, files),
      digest: (totals) => digestOf(state, files, totals),
    });
    const report = reportOf(written, workspace, Date.now() - started);
    return commentary.length === 0 ? report : { ...report, commentary: commentary.length };
  });
}

export function aboutIndex(state: RepoState, { settings }: Workspace, text: boolean) {
  const { commit, tree, embedder, chunker, shard, counts } = state;
  const repository = addressForOthers(state.repository);
  const { include, exclude, maxFileSize } = settings;
  const options = { include: [...include], exclude: [...exclude], maxFileSize, hash: state.optionsHash };
  return { repository, commit, tree, embedder, chunker, options, shard, text, counts };
}

function digestOf(state: RepoState, files: readonly ViewPath[], { chunks, rowsDigest }: ViewTotals): string {
  const digest = logicalDigest({ files: [...files], chunks, rowsDigest }, state.embedder.fingerprint);
  if (digest !== state.digest) throw cannotPack('its rows are others than those that were built');
  return digest;
}

function reportOf({ file, size, sha256, manifest }: WrittenArtifact, workspace: Workspace, tookMs: number): PackReport {
  const { commit, shard, counts, text, search = false, digest } = manifest;
  const { files, chunks, bytes } = counts;
  const headCommit = workspace.repository.head?.commit ?? null;
  return {
    file,
    size,
    sha256,
    commit,
    shard,
    headCommit,
    files,
    chunks,
    indexedBytes: bytes,
    text,
    search,
    digest,
    tookMs,
  };
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

/** The kind of content that a column of a pack has; vectors have none. */
const KIND_OF: Readonly<Partial<Record<keyof Chunk, Kind>>> = {
  text: 'text',
  doc: 'text',
  signature: 'text',
  symbol: 'symbols',
  scope: 'symbols',
  parentChunk: 'symbols',
  defines: 'symbols',
  references: 'references',
  startLine: 'positions',
  endLine: 'positions',
  startByte: 'positions',
  endByte: 'positions',
  part: 'positions',
  parts: 'positions',
  kind: 'positions',
  nodeType: 'positions',
  redacted: 'positions',
  frame: 'positions',
};
const WITHOUT_TEXT: readonly (keyof Chunk)[] = ['symbol', 'startLine', 'endLine', 'startByte', 'endByte', 'kind'];
const BYTES_OF_NUMBER = 2;

/** @throws CoraError NO_INDEX, BROKEN_INDEX, … */
export async function describePack(
  { text, search: _, historyLimit, ...settings }: PackRequest,
  surroundings: Surroundings,
): Promise<PackContents> {
  const { workspace, embedder, dir } = await locateIndex(settings, surroundings);
  const state = await stateToPack(dir, workspace, embedder);
  const files = filesToPack(state);
  const columns = text ? (Object.keys(KIND_OF) as (keyof Chunk)[]) : WITHOUT_TEXT;
  const failed = state.failed.map(({ path }) => path);
  const bytes: PackContents['bytes'] = { paths: encodeFiles({ files, skipped: state.skipped, failed }).length };
  const add = (kind: Kind, size: number): void => {
    bytes[kind] = (bytes[kind] ?? 0) + size;
  };
  const symbols = new Set<string>();
  return withSearchFile(dir, embedder.dimensions, async (store) => {
    for await (const { rows } of blobsToPack(store, files)) {
      for (const row of rows) {
        for (const { name } of row.defines) symbols.add(name);
        for (const column of columns) add(KIND_OF[column]!, sizeOf(row[column]));
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
    const counted = {
      files: number,
      chunks,
      symbols: symbols.size,
      commentary: commentary.length,
      commits: commits.length,
    };
    return { ...about, ...counted, bytes, redacted, paths, skipped, failed };
  });
}

/** Returns the bytes of a cell as it is written there: text as it is, all else as JSON. */
function sizeOf(cell: Chunk[keyof Chunk]): number {
  return Buffer.byteLength(typeof cell === 'string' ? cell : JSON.stringify(cell));
}
