/**
 * manifest.json, the first member of an artifact: whose index it is, what it was made with, and the name, size and SHA-256
 * of every other member. Reading it trusts nothing: an archive that differs from its manifest by a byte is refused.
 */

import type { JsonLimits } from '../../base/boundedJson.ts';
import { CoraError } from '../../base/errors.ts';
import type { Shard } from '../../base/types.ts';
import { ARTIFACT_READ_MIN, ARTIFACT_VERSION, CHUNKER_FINGERPRINT, TOOL_VERSION } from '../../base/version.ts';
import { MOST_SHARDS } from '../../indexing/takeShard.ts';
import { isHex, isObject, isSafeInteger, isText, parseJson } from './checkValue.ts';

export const MANIFEST = 'manifest.json';
export const FILES = 'files.json';
/** Prose about chunks: where it is there, it comes before the rows. */
export const COMMENTARY = 'commentary.json.br';

export interface Member {
  name: string;
  /** Bytes, uncompressed. */
  size: number;
  sha256: string;
}

export interface Manifest {
  formatVersion: number;
  tool: { name: string; version: string };
  /** Where the repository came from, without credentials; '' where it has no remote. */
  repository: string;
  commit: string;
  tree: string;
  embedder: { id: string; dimensions: number; fingerprint: string };
  chunker: { version: number; fingerprint: string };
  /** What shaped the view, and its hash as repo_state.json has it. */
  options: { include: string[]; exclude: string[]; maxFileSize: number; hash: string };
  /** Only where it holds one shard of the view. */
  shard?: Shard;
  /** False: without text (--no-text). */
  text: boolean;
  counts: { files: number; chunks: number; bytes: number };
  /** The logical digest: equal for equal rows, vectors and views. */
  digest: string;
  /** In the order of the archive. */
  members: Member[];
}

/** Members as large as this are held in memory; the writer's are a few megabytes. */
export const MOST_MEMBER_BYTES = 64 * 2 ** 20;
export const MOST_MANIFEST_BYTES = 32 * 2 ** 20;
/** Two for each thousand chunks. */
const MOST_MEMBERS = 200_000;
/** Four values for each member, and what the view was shaped by. */
const MANIFEST_LIMITS: JsonLimits = { bytes: MOST_MANIFEST_BYTES, depth: 8, values: 1_500_000 };
const MOST_CHUNKS = 50_000_000;
const MOST_DIMENSIONS = 16_384;
const MEMBER_NAME = /^(files\.json|commentary\.json\.br|rows\/\d{6}\.json\.br|vectors\/\d{6}\.bin)$/;

export function encodeManifest(manifest: Omit<Manifest, 'formatVersion' | 'tool'>): Buffer {
  const tool = { name: 'cora', version: TOOL_VERSION };
  return Buffer.from(`${JSON.stringify({ formatVersion: ARTIFACT_VERSION, tool, ...manifest })}\n`);
}

/** @throws CoraError INCOMPATIBLE_INDEX for a format that this version does not read, BAD_ARTIFACT for anything odd */
export function parseManifest(json: Buffer): Manifest {
  const value = parseJson(json, MANIFEST_LIMITS, 'a manifest');
  if (!isObject(value)) throw new CoraError('BAD_ARTIFACT', 'its manifest is no JSON object');
  checkFormat(value);
  if (!isManifest(value)) throw new CoraError('BAD_ARTIFACT', 'its manifest is not one of Cora');
  const problem = problemOf(value);
  if (problem !== null) throw new CoraError('BAD_ARTIFACT', `its manifest ${problem}`);
  return value;
}

function checkFormat({ formatVersion, tool }: Record<string, unknown>): void {
  if (!isSafeInteger(formatVersion)) throw new CoraError('BAD_ARTIFACT', 'its manifest names no format');
  if (formatVersion >= ARTIFACT_READ_MIN && formatVersion <= ARTIFACT_VERSION) return;
  const by = isObject(tool) && isText(tool['version'], 100) ? ` by cora ${tool['version']}` : '';
  const newer = formatVersion > ARTIFACT_VERSION;
  const message = `it was written${by} in format ${formatVersion}, which is ${newer ? 'newer' : 'older'} than cora ${TOOL_VERSION} reads (${ARTIFACT_VERSION})`;
  throw new CoraError('INCOMPATIBLE_INDEX', message, {
    hint: newer ? 'update cora: npm install cora-query@latest' : 'pack the index again: cora pack',
  });
}

function isManifest(value: Record<string, unknown>): value is Record<string, unknown> & Manifest {
  const { tool, repository, commit, tree, embedder, chunker, options, shard, text, counts, digest, members } = value;
  return (
    isObject(tool) &&
    isText(tool['name'], 100) &&
    isText(tool['version'], 100) &&
    isText(repository, 4096) &&
    isHex(commit, 40, 64) &&
    isHex(tree, 40, 64) &&
    isObject(embedder) &&
    isText(embedder['id'], 1000) &&
    isSafeInteger(embedder['dimensions']) &&
    isText(embedder['fingerprint'], 1000) &&
    isObject(chunker) &&
    isSafeInteger(chunker['version']) &&
    isText(chunker['fingerprint'], 1000) &&
    isObject(options) &&
    isTexts(options['include']) &&
    isTexts(options['exclude']) &&
    isSafeInteger(options['maxFileSize']) &&
    isHex(options['hash'], 8, 64) &&
    (shard === undefined || isShard(shard)) &&
    typeof text === 'boolean' &&
    isObject(counts) &&
    [counts['files'], counts['chunks'], counts['bytes']].every((value) => isSafeInteger(value)) &&
    isHex(digest, 64, 64) &&
    Array.isArray(members) &&
    members.every(isMember)
  );
}

function isShard(value: unknown): boolean {
  if (!isObject(value) || !isSafeInteger(value['count'], MOST_SHARDS)) return false;
  return isSafeInteger(value['index'], value['count']) && value['index'] > 0;
}

function isMember(value: unknown): value is Member {
  return (
    isObject(value) && isText(value['name'], 100) && isSafeInteger(value['size']) && isHex(value['sha256'], 64, 64)
  );
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => isText(item, 4096));
}

/** What is wrong with a manifest whose fields have the right types. */
function problemOf({ members, embedder, counts }: Manifest): string | null {
  const names = new Set(members.map(({ name }) => name));
  const odd = members.find(({ name }) => !MEMBER_NAME.test(name));
  if (odd !== undefined) return `names a member that no index has: ${JSON.stringify(odd.name)}`;
  if (members.length > MOST_MEMBERS) return 'names more members than an index can have';
  if (names.size < members.length) return 'names a member twice';
  if (members.some(({ size }) => size > MOST_MEMBER_BYTES)) return 'names a member that is too large';
  if (members[0]?.name !== FILES || !inPairs(members.slice(firstBlockOf(members))))
    return 'names its members in another order';
  if (embedder.dimensions < 1 || embedder.dimensions > MOST_DIMENSIONS) return 'names an impossible vector length';
  return counts.chunks > MOST_CHUNKS ? 'names more chunks than an index can have' : null;
}

/** @returns INCOMPATIBLE_INDEX for rows that this version would have cut in another way; null for its own */
export function chunkerMismatch({ chunker }: Manifest, hint: string): CoraError | null {
  if (chunker.fingerprint === CHUNKER_FINGERPRINT) return null;
  const message = `it was made by chunker version ${chunker.fingerprint}; this one is ${CHUNKER_FINGERPRINT}`;
  return new CoraError('INCOMPATIBLE_INDEX', message, { hint });
}

/** Where the rows begin. */
export function firstBlockOf(members: readonly Member[]): number {
  return members[1]?.name === COMMENTARY ? 2 : 1;
}

/** rows/000000.json.br, vectors/000000.bin, rows/000001.json.br, … */
function inPairs(members: readonly Member[]): boolean {
  return members.length % 2 === 0 && members.every(({ name }, at) => name === blockNames(at >> 1)[at % 2]);
}

export function blockNames(block: number): [rows: string, vectors: string] {
  const number = String(block).padStart(6, '0');
  return [`rows/${number}.json.br`, `vectors/${number}.bin`];
}
