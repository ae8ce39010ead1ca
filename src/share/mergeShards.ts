/**
 * `cora merge`: packed shards of one commit become the packed index that one build of all would
 * have given. It needs no repository and no embedder. A shard that holds something impossible is
 * refused by its own reader.
 */

import { readdir, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { CoraError } from '../base/errors.ts';
import type { CommitRecord } from '../base/historyTypes.ts';
import { blobKeyOf } from '../base/identity.ts';
import type { Shard, SkippedFile, Watch } from '../base/types.ts';
import type { SegmentBuilder } from '../engine/segmentBuilder.ts';
import { TakenWords } from '../engine/wordsByRow.ts';
import { shardOf } from '../indexing/takeShard.ts';
import type { Answered } from '../store/sideTables.ts';
import { logicalDigest, type ViewPath } from '../store/views.ts';
import { isPackedName, mustBePackedName } from './artifact/archive.ts';
import { blobsInOrder, type PackedBlob } from './artifact/blocks.ts';
import { makeSegment, type RowToPack, rowOfArtifact } from './artifact/canonicalSegment.ts';
import type { ArtifactManifest, FilesMember } from './artifact/members.ts';
import { inArtifact } from './artifact/packedArtifact.ts';
import {
  type OpenArtifact,
  openArtifact,
  readArtifactManifest,
  readProvenRows,
  refusalNaming,
} from './artifact/readArtifact.ts';
import { type AboutArtifact, type WrittenArtifact, writeArtifact } from './artifact/writeArtifact.ts';
import type { PackReport } from './packIndex.ts';
import { artifactName } from './readSource.ts';

/** Reports a merge. The logical digest is that of an index built in one piece. */
export interface MergeReport
  extends Pick<PackReport, 'file' | 'size' | 'sha256' | 'commit' | 'files' | 'chunks' | 'text' | 'digest' | 'tookMs'> {
  shards: number;
}

/**
 * @param named files, and folders that hold them at any depth
 * @param output null: the name that `cora pack` would give it
 * @throws CoraError NO_ARTIFACT, NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX, STORE, ABORTED;
 * nothing is written then
 */
export async function mergeShards(named: readonly string[], output: string | null, watch: Watch): Promise<MergeReport> {
  const started = Date.now();
  const found = checkShards(await findShards(named));
  const { commit, embedder, text } = found[0]!.manifest;
  const target = output ?? artifactName(commit, embedder);
  mustBePackedName(target);
  const shards = await openShards(found);
  try {
    const files = joinFiles(shards);
    const written = await writeArtifact(target, {
      about: aboutOf(found),
      files,
      commentary: await joinCommentary(shards),
      commits: await commitsOf(shards),
      segment: (about, newKeeper) =>
        makeSegment(about, (builder) => joinedBlobs(shards, files.files, text ? builder : null, watch), newKeeper),
      digest: (totals) => logicalDigest({ ...totals, files: files.files }, embedder.fingerprint),
    });
    return reportOf(written, shards, Date.now() - started);
  } finally {
    closeShards(shards);
  }
}

/** Contents may stand in several shards, described by several models: the first shard counts. */
async function joinCommentary(shards: readonly OpenShard[]): Promise<Answered[]> {
  const joined = new Map<string, Answered>();
  for (const shard of shards) {
    for (const row of await naming(shard, () => shard.artifact.commentary()))
      if (!joined.has(row.contentHash)) joined.set(row.contentHash, row);
  }
  return [...joined.values()].sort((a, b) => (a.contentHash < b.contentHash ? -1 : 1));
}

/** Returns the history of the commit, which each of them holds whole. */
async function commitsOf(shards: readonly OpenShard[]): Promise<CommitRecord[]> {
  for (const { artifact } of shards) {
    const commits = await artifact.commits();
    if (commits !== null) return commits;
  }
  return [];
}

/** Returns what the first shard says of itself, without its number. */
function aboutOf(found: readonly FoundShard[]): AboutArtifact {
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

// Packed shards by what the user named. Only manifests are read here.

/**
 * @param named files, and folders: of these every packed shard at any depth, because CI systems
 * unpack each job's files into a folder of its own. Other packed indexes in a folder are passed
 * over; one that is named is refused
 * @throws CoraError NO_ARTIFACT, BAD_ARTIFACT, INCOMPATIBLE_INDEX
 */
async function findShards(named: readonly string[]): Promise<FoundShard[]> {
  const found = new Map<string, FoundShard>();
  for (const name of named) {
    const isFolder = (await stat(name).catch(() => null))?.isDirectory() === true;
    const files = isFolder ? await packedIn(name) : [name];
    for (const file of files.map((one) => resolve(one))) {
      const manifest = await readArtifactManifest(file);
      const { shard } = manifest;
      if (shard !== undefined) found.set(file, { file, manifest, shard });
      else if (!isFolder) throw noShard(`${name} is a whole index and no shard.`);
    }
  }
  if (found.size === 0) throw noShard(`${named.join(', ')} holds no packed shard.`);
  return [...found.values()];
}

async function packedIn(folder: string): Promise<string[]> {
  // Links are not followed: one may lead back.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && isPackedName(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

function noShard(message: string): CoraError {
  return new CoraError('NO_ARTIFACT', message, {
    hint: 'cora index --shard 1/8, then cora pack   makes the first of eight',
  });
}

// Tells whether shards are all those of one index, each once. Pure.

interface FoundShard {
  file: string;
  manifest: ArtifactManifest;
  shard: Shard;
}

/** The fields that all must have in common, each by the name that a message gives it. */
const COMMON: readonly (readonly [name: string, of: (manifest: ArtifactManifest) => unknown])[] = [
  ['commit', ({ commit }) => commit],
  ['tree', ({ tree }) => tree],
  ['number of shards', ({ shard }) => shard?.count],
  ['embedder', ({ embedder: { id, dimensions, fingerprint } }) => `${id}, ${dimensions} dimensions, ${fingerprint}`],
  ['chunker', ({ chunker }) => chunker.fingerprint],
  ['settings (include, exclude, max-file-size)', ({ options }) => options.hash],
  ['text', ({ text }) => (text ? 'with' : 'without')],
];
/** The most names in an error. */
const LISTED = 20;

/** @returns them by number. @throws CoraError BAD_ARTIFACT that names files or missing shards */
function checkShards(found: readonly FoundShard[]): FoundShard[] {
  const [first, ...others] = found as [FoundShard, ...FoundShard[]];
  for (const [name, of] of COMMON) {
    const other = others.find(({ manifest }) => of(manifest) !== of(first.manifest));
    if (other === undefined) continue;
    const what = `${first.file} (${of(first.manifest)}) and ${other.file} (${of(other.manifest)})`;
    throw badSet(`These shards do not belong together: another ${name} in ${what}.`, first);
  }
  const byIndex = new Map<number, FoundShard>();
  for (const one of found) {
    const twin = byIndex.get(one.shard.index);
    if (twin !== undefined) throw badSet(`Shard ${nameOf(one)} is there twice: ${twin.file} and ${one.file}.`, first);
    byIndex.set(one.shard.index, one);
  }
  const all = Array.from({ length: first.shard.count }, (_, at) => at + 1);
  const missing = all.filter((index) => !byIndex.has(index));
  if (missing.length > 0) throw incomplete(missing, first);
  return all.map((index) => byIndex.get(index)!);
}

function nameOf({ shard }: Pick<FoundShard, 'shard'>): string {
  return `${shard.index}/${shard.count}`;
}

function badSet(message: string, { manifest }: FoundShard): CoraError {
  return new CoraError('BAD_ARTIFACT', message, {
    hint: `merge the shards of one commit, such as ${manifest.commit.slice(0, 9)}, that were built and packed alike`,
  });
}

function incomplete(missing: readonly number[], { shard, manifest }: FoundShard): CoraError {
  const listed = missing.slice(0, LISTED).map((index) => `${index}/${shard.count}`);
  const more = missing.length > LISTED ? ` and ${missing.length - LISTED} more` : '';
  const first = { manifest, shard: { ...shard, index: missing[0]! } };
  return new CoraError('BAD_ARTIFACT', `These shards are missing: ${listed.join(', ')}${more}.`, {
    hint: `${commandOf(first)}   makes the first of them`,
  });
}

function commandOf(one: Omit<FoundShard, 'file'>): string {
  return `cora index --shard ${nameOf(one)} --rev ${one.manifest.commit.slice(0, 9)} && cora pack`;
}

/** An error of a shard with the name of its file, and how to make the shard again. */
function refusedShard(shard: FoundShard, error: unknown): unknown {
  return refusalNaming(shard.file, error, `obtain it again, or make a new one: ${commandOf(shard)}`);
}

// Opens several artifacts at once, all or none.

interface OpenShard extends FoundShard {
  artifact: OpenArtifact;
}

/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NO_INDEX */
async function openShards(found: readonly FoundShard[]): Promise<OpenShard[]> {
  const open: OpenShard[] = [];
  try {
    for (const one of found) {
      const artifact = await openArtifact(one.file);
      open.push({ ...one, artifact });
      if (JSON.stringify(artifact.manifest) === JSON.stringify(one.manifest)) continue;
      throw badShard(one, 'it changed while it was read');
    }
    return open;
  } catch (error) {
    closeShards(open);
    throw error;
  }
}

function closeShards(shards: readonly OpenShard[]): void {
  for (const { artifact } of shards) artifact.segment.close();
}

// The view of the whole: every path in exactly one shard, and that the one its blob belongs to.

/** @throws CoraError BAD_ARTIFACT that names the shard's file */
function joinFiles(shards: readonly OpenShard[]): FilesMember {
  const files = new Map<string, ViewPath>();
  // Every shard says which paths are left out; only its own says that of a blob's content.
  const skipped = new Map<string, SkippedFile>();
  const failed = new Set<string>();
  for (const own of shards) {
    const { shard, artifact, manifest } = own;
    for (const one of artifact.view.files) {
      if (one.blob.length !== manifest.commit.length) throw badShard(own, `${one.path} has a hash of another kind`);
      if (shardOf(one.blob, shard.count) !== shard.index) throw badShard(own, `${one.path} belongs to another shard`);
      if (files.has(one.path)) throw badShard(own, `${one.path} is in another shard too`);
      files.set(one.path, one);
    }
    for (const one of artifact.view.skipped) skipped.set(one.path, one);
    for (const path of artifact.view.failed) failed.add(path);
  }
  return { files: sorted(files), skipped: sorted(skipped), failed: [...failed].sort() };
}

function sorted<T extends { path: string }>(byPath: ReadonlyMap<string, T>): T[] {
  return [...byPath.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function badShard(shard: FoundShard, message: string): unknown {
  return refusedShard(shard, new CoraError('BAD_ARTIFACT', message));
}

/**
 * Yields the rows of all shards, after the checks of all rows that somebody else made. Rows of a
 * shard stand in the order of their first paths, as the rows of the whole do: so the next row of
 * the whole is always the next one of its shard. Words keep their counts under new numbers. Those
 * that do not follow from the texts are found by `cora verify` and `cora pull`.
 * @param shards all of them, in order
 * @param builder that takes the words of the shards; null where they are made of the texts
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX that name the shard's file; ABORTED
 */
async function* joinedBlobs(
  shards: readonly OpenShard[],
  files: readonly ViewPath[],
  builder: SegmentBuilder | null,
  { signal, onProgress }: Watch,
): AsyncGenerator<JoinedBlob, void, undefined> {
  const sources: AsyncGenerator<JoinedBlob, void, undefined>[] = [];
  for (const shard of shards) {
    const { segment } = shard.artifact;
    const takeWords = () => inArtifact(() => TakenWords.of(segment, builder!));
    sources.push(blobsOf(shard.artifact, builder === null ? null : await naming(shard, takeWords)));
  }
  const keys = blobsInOrder(files);
  let chunks = 0;
  for (const [done, key] of keys.entries()) {
    if (signal?.aborted) throw new CoraError('ABORTED', 'Stopped. Nothing was written.');
    onProgress({ phase: 'check', done, total: keys.length, chunks });
    const at = shardOf(key, shards.length) - 1;
    const next = await naming(shards[at]!, () => sources[at]!.next());
    if (next.done === true || blobKeyOf(next.value) !== key)
      throw badShard(shards[at]!, `it lacks the rows of blob ${key}`);
    chunks += next.value.rows.length;
    yield next.value;
  }
  // Errors of a shard as a whole are known at its end.
  for (const [at, shard] of shards.entries()) {
    const next = await naming(shard, () => sources[at]!.next());
    if (next.done !== true) throw badShard(shard, `it holds rows of blob ${blobKeyOf(next.value)}, which no file has`);
  }
}

type JoinedBlob = PackedBlob<RowToPack>;

async function naming<T>(shard: OpenShard, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw refusedShard(shard, error);
  }
}

async function* blobsOf(artifact: OpenArtifact, words: TakenWords | null): AsyncGenerator<JoinedBlob, void, undefined> {
  let at = 0;
  for await (const blobs of readProvenRows(artifact)) {
    for (const { blob, language, rows } of blobs) {
      const taken = await words?.ofRows(rows.map(() => at++));
      yield { blob, language, rows: rows.map((row, index) => ({ ...rowOfArtifact(row), words: taken?.[index] })) };
    }
  }
}
