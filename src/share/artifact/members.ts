/**
 * The members of an artifact beside its rows: manifest.json comes first and names every other one
 * with size and SHA-256; others hold the paths of the view and prose by content hash. The reader
 * trusts nothing: a difference of a byte is refused.
 */

import { isCount, isObject, type JsonLimits, parseBounded, TooMuchJson } from '../../base/boundedJson.ts';
import { CoraError } from '../../base/errors.ts';
import type { Shard, SkippedFile, SkipReason } from '../../base/types.ts';
import { ARTIFACT_VERSION, CHUNKER_FINGERPRINT, PACKAGE_NAME, TOOL_VERSION } from '../../base/version.ts';
import { MOST_SHARDS } from '../../indexing/takeShard.ts';
import type { Answered } from '../../store/sideTables.ts';
import type { ViewPath } from '../../store/views.ts';
import { badArtifact, packText } from './archive.ts';

export const MANIFEST = 'manifest.json';
export const VIEW_MEMBER = 'view.json.gz';
export const SEGMENT_MEMBER = 'search.segment.z';
export const COMMITS_MEMBER = 'commits.json.gz';
export const COMMENTARY_MEMBER = 'commentary.json.gz';

export interface Member {
  name: string;
  /** Bytes, uncompressed. */
  size: number;
  sha256: string;
}

export interface ArtifactManifest {
  formatVersion: number;
  tool: { name: string; version: string };
  /** The address that the repository came from, without credentials; '' where it has no remote. */
  repository: string;
  commit: string;
  tree: string;
  embedder: { id: string; dimensions: number; fingerprint: string };
  chunker: { version: number; fingerprint: string };
  /** The options that shaped the view, and their hash as repo_state.json has it. */
  options: { include: string[]; exclude: string[]; maxFileSize: number; hash: string };
  /** Only where it holds one shard of the view. */
  shard?: Shard;
  /** False: without text (--no-text). */
  text: boolean;
  /** True if it can be searched where it lies: as `text`. Missing in object storage. */
  search?: boolean;
  /** SHA-256 of the segment's header, 32 hex digits of it. Missing in object storage. */
  segment?: string;
  counts: { files: number; chunks: number; bytes: number };
  /** The logical digest: equal for equal rows, vectors and views. */
  digest: string;
  /** In the order of the archive. */
  members: Member[];
}

/** The most bytes of a member, which is held in memory. Usual ones have a few megabytes. */
export const MOST_MEMBER_BYTES = 64 * 2 ** 20;
export const MOST_MANIFEST_BYTES = 32 * 2 ** 20;
/** The limits of a manifest, which holds the globs that shaped the view. */
const MANIFEST_LIMITS: JsonLimits = { bytes: MOST_MANIFEST_BYTES, depth: 8, values: 1_500_000 };
const MOST_CHUNKS = 50_000_000;
const MOST_DIMENSIONS = 16_384;
/** In this order; the last two may be missing. */
const MEMBERS: readonly string[] = [VIEW_MEMBER, SEGMENT_MEMBER, COMMITS_MEMBER, COMMENTARY_MEMBER];
/** The layout of a manifest in object storage. */
const PUBLISHED_MANIFEST = 1;
/** A size in a tar archive has eleven octal digits. */
export const MOST_SEGMENT_BYTES = 8 ** 11 - 1;

/** @param isPublished true for object storage */
export function encodeManifest(
  manifest: Omit<ArtifactManifest, 'formatVersion' | 'tool'>,
  isPublished = false,
): Buffer {
  const formatVersion = isPublished ? PUBLISHED_MANIFEST : ARTIFACT_VERSION;
  const tool = { name: 'cora', version: TOOL_VERSION };
  return Buffer.from(`${JSON.stringify({ formatVersion, tool, ...manifest })}\n`);
}

/** @throws CoraError INCOMPATIBLE_INDEX for another format, BAD_ARTIFACT for anything odd */
export function parseManifest(json: Buffer, isPublished = false): ArtifactManifest {
  const value = parseHostileJson(json, MANIFEST_LIMITS, 'a manifest');
  if (!isObject(value)) throw badArtifact('its manifest is no JSON object');
  checkFormat(value, isPublished ? PUBLISHED_MANIFEST : ARTIFACT_VERSION);
  const { search, segment } = value;
  const isWhole = isPublished || (typeof search === 'boolean' && isHex(segment, 32, 32));
  if (!isWhole || !isManifest(value)) throw badArtifact('its manifest is not one of Cora');
  const problem = problemOf(value, isPublished);
  if (problem !== null) throw badArtifact(`its manifest ${problem}`);
  return value;
}

function checkFormat({ formatVersion, tool }: Record<string, unknown>, own: number): void {
  if (!isSafeInteger(formatVersion)) throw badArtifact('its manifest names no format');
  if (formatVersion === own) return;
  const by = isObject(tool) && isText(tool['version'], 100) ? ` by cora ${tool['version']}` : '';
  const newer = formatVersion > own;
  const message = `it was written${by} in format ${formatVersion}, which is ${newer ? 'newer' : 'older'} than cora ${TOOL_VERSION} reads (${own})`;
  throw new CoraError('INCOMPATIBLE_INDEX', message, {
    hint: newer ? `update cora: npm install ${PACKAGE_NAME}@latest` : 'pack the index again: cora pack',
  });
}

/** A check of a value, of each value of a list, or of the fields of an object. */
type Shape = ((value: unknown) => boolean) | readonly [Shape] | { readonly [field: string]: Shape };

const textOf = (most: number) => (value: unknown) => isText(value, most);
const hexOf = (least: number, most: number) => (value: unknown) => isHex(value, least, most);

const MANIFEST_SHAPE: Shape = {
  tool: { name: textOf(100), version: textOf(100) },
  repository: textOf(4096),
  commit: hexOf(40, 64),
  tree: hexOf(40, 64),
  embedder: { id: textOf(1000), dimensions: isCount, fingerprint: textOf(1000) },
  chunker: { version: isCount, fingerprint: textOf(1000) },
  options: { include: [textOf(4096)], exclude: [textOf(4096)], maxFileSize: isCount, hash: hexOf(8, 64) },
  shard: (value) => value === undefined || isShard(value),
  text: (value) => typeof value === 'boolean',
  counts: { files: isCount, chunks: isCount, bytes: isCount },
  digest: hexOf(64, 64),
  members: [{ name: textOf(100), size: isCount, sha256: hexOf(64, 64) }],
};

function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'function') return shape(value);
  if (isList(shape)) return Array.isArray(value) && value.every((one) => fits(one, shape[0]));
  return isObject(value) && Object.entries(shape).every(([field, inner]) => fits(value[field], inner));
}

function isList(shape: Exclude<Shape, (...values: never[]) => unknown>): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function isManifest(value: Record<string, unknown>): value is Record<string, unknown> & ArtifactManifest {
  return fits(value, MANIFEST_SHAPE);
}

function isShard(value: unknown): boolean {
  if (!isObject(value) || !isSafeInteger(value['count'], MOST_SHARDS)) return false;
  return isSafeInteger(value['index'], value['count']) && value['index'] > 0;
}

/** Returns what is wrong with a manifest whose fields have the right types. */
function problemOf(manifest: ArtifactManifest, isPublished: boolean): string | null {
  const { members, embedder, counts } = manifest;
  const known = isPublished ? [] : MEMBERS;
  const odd = members.find(({ name }) => !known.includes(name));
  if (odd !== undefined) return `names a member that no index has: ${JSON.stringify(odd.name)}`;
  const places = members.map(({ name }) => known.indexOf(name));
  if (new Set(places).size < places.length) return 'names a member twice';
  if (members.some(({ name, size }) => size > (name === SEGMENT_MEMBER ? MOST_SEGMENT_BYTES : MOST_MEMBER_BYTES)))
    return 'names a member that is too large';
  const isInOrder =
    known.slice(0, 2).every((_, at) => places[at] === at) &&
    places.every((place, at) => at === 0 || place > places[at - 1]!);
  if (!isInOrder) return 'names its members in another order';
  if (manifest.search === true && !manifest.text) return 'promises a search without text';
  if (!isPublished && manifest.text && manifest.search !== true)
    return 'says that it was packed without search tables (--no-search), which this Cora does not read';
  if (embedder.dimensions < 1 || embedder.dimensions > MOST_DIMENSIONS) return 'names an impossible vector length';
  return counts.chunks > MOST_CHUNKS ? 'names more chunks than an index can have' : null;
}

/** INCOMPATIBLE_INDEX for rows that this version would cut in another way; null for its own. */
export function chunkerMismatch({ chunker }: ArtifactManifest, hint: string): CoraError | null {
  if (chunker.fingerprint === CHUNKER_FINGERPRINT) return null;
  const message = `it was made by chunker version ${chunker.fingerprint}; this one is ${CHUNKER_FINGERPRINT}`;
  return new CoraError('INCOMPATIBLE_INDEX', message, { hint });
}

// The view's paths, and what the build left out. Paths are shown and compared, never opened.

export interface FilesMember {
  /** Sorted by path, in code units. */
  files: ViewPath[];
  skipped: SkippedFile[];
  /** Paths whose content could not be indexed. */
  failed: string[];
}

const MOST_PATH = 8192;
/** The limits of a member: four values for each of a million files or commentaries. */
const MEMBER_LIMITS: JsonLimits = { bytes: MOST_MEMBER_BYTES, depth: 8, values: 6_000_000 };

/** @throws CoraError BAD_ARTIFACT */
export function listsOf(paths: ViewPath[], skipped: unknown, failed: unknown): FilesMember {
  if (!Array.isArray(skipped) || !skipped.every(isSkipped)) throw badMember('an impossible skipped file');
  if (!Array.isArray(failed) || !failed.every(isPath)) throw badMember('an impossible failed file');
  if (!paths.every(({ path }, at) => at === 0 || paths[at - 1]!.path < path)) throw badMember('files out of order');
  return {
    files: paths,
    skipped: skipped.map(
      ([path, reason, detail]): SkippedFile => (detail === undefined ? { path, reason } : { path, reason, detail }),
    ),
    failed,
  };
}

/** True for a relative path inside of the repository. */
export function isPath(value: unknown): value is string {
  if (!isText(value, MOST_PATH) || value === '' || value.includes('\0') || value.startsWith('/')) return false;
  return !value.split('/').some((part) => part === '..' || part === '.' || part === '');
}

function isSkipped(value: unknown): value is [path: string, reason: SkipReason, detail?: string] {
  if (!Array.isArray(value) || !isPath(value[0]) || !isText(value[1], 40)) return false;
  return /^[a-z-]+$/.test(value[1]) && (value[2] === undefined || isText(value[2], 1000));
}

export function badMember(what: string): CoraError {
  return badArtifact(`it holds ${what}`);
}

// Prose of a language model about the chunks of the view, by content hash, as JSON by column, under
// gzip. It comes without vectors: whoever takes it embeds it. An artifact may lack it, and one
// without text does.

const COMMENTARY_COLUMNS = ['contentHash', 'model', 'prompt', 'text'] as const;

/**
 * The most characters of a commentary. Cora writes no longer one, and shortens what is longer than
 * a paragraph.
 */
const MOST_COMMENTARY = 4000;
const MOST_MODEL = 300;

const COMMENTARY_CHECKS: Record<(typeof COMMENTARY_COLUMNS)[number], (value: unknown) => boolean> = {
  contentHash: (value) => isHex(value, 32, 32),
  model: (value) => isText(value, MOST_MODEL),
  prompt: (value) => isSafeInteger(value, 1_000_000),
  text: (value) => isText(value, MOST_COMMENTARY) && value !== '',
};

/** Sorted by content hash, each once. */
export function encodeCommentaryMember(rows: readonly Answered[]): Buffer {
  const columns = COMMENTARY_COLUMNS.map((name) => [name, rows.map((row) => row[name])]);
  return packText(Buffer.from(`${JSON.stringify(Object.fromEntries(columns))}\n`));
}

/** @param json unpacked @throws CoraError BAD_ARTIFACT */
export function decodeCommentary(json: Buffer): Answered[] {
  const value = parseHostileJson(json, MEMBER_LIMITS, 'commentary');
  const columns = isObject(value) ? COMMENTARY_COLUMNS.map((name) => value[name]) : [null];
  if (!columns.every((values) => Array.isArray(values))) throw badMember('commentary that is no table');
  const [hashes] = columns;
  const isColumn = (values: unknown[], at: number): boolean =>
    values.length === hashes!.length && values.every(COMMENTARY_CHECKS[COMMENTARY_COLUMNS[at]!]);
  if (!columns.every(isColumn)) throw badMember('commentary that is none');
  const rows = hashes!.map((_, row) => {
    return Object.fromEntries(COMMENTARY_COLUMNS.map((name, at) => [name, columns[at]![row]])) as unknown as Answered;
  });
  if (!rows.every(({ contentHash }, at) => at === 0 || rows[at - 1]!.contentHash < contentHash))
    throw badMember('commentary out of order');
  return rows;
}

// Tells whether a value out of somebody else's JSON is what it should be.

/**
 * Parses JSON that somebody else wrote.
 * @returns null for what is no JSON.
 * @throws CoraError BAD_ARTIFACT for more than the limits
 */
export function parseHostileJson(bytes: Buffer, limits: JsonLimits, what: string): unknown {
  try {
    return parseBounded(bytes, limits);
  } catch (error) {
    if (error instanceof TooMuchJson)
      throw new CoraError('BAD_ARTIFACT', `it holds ${what} in ${error.message}`, { cause: error });
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** True for a whole number from zero to `most`. */
export function isSafeInteger(value: unknown, most = Number.MAX_SAFE_INTEGER): value is number {
  return isCount(value) && value <= most;
}

/** @param most UTF-16 code units */
export function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length <= most;
}

export function isHex(value: unknown, least: number, most: number): value is string {
  return isText(value, most) && value.length >= least && /^[0-9a-f]+$/.test(value);
}
