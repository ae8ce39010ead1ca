/**
 * An artifact, read where it lies: a plain tar archive of members that are packed each
 * on its own. The manifest comes first and tells the size of each, and so where it begins. It is
 * read through `ByteRanges`; a question reads the view and parts of the segment.
 *
 * It is hostile input. Whoever takes rows of it calls `check` first, which reads every byte.
 */

import { createHash } from 'node:crypto';
import { CoraError, ifRefused, isCoraError } from '../../base/errors.ts';
import type { CommitRecord } from '../../base/historyTypes.ts';
import { PackedRanges, PartOfRanges } from '../../engine/packedRanges.ts';
import { nameByContent } from '../../engine/searchFile.ts';
import { SegmentReader } from '../../engine/segment.ts';
import {
  type ByteRange,
  type ByteRanges,
  MemoryRanges,
  type Omission,
  type SegmentHeader,
} from '../../engine/segmentFile.ts';
import type { Answered } from '../../store/sideTables.ts';
import { badArtifact, isZip, paddingOf, readTarHeader, TAR_BLOCK, unpackText } from './archive.ts';
import { isChunkKind, LANGUAGE } from './blocks.ts';
import {
  type ArtifactManifest,
  COMMENTARY_MEMBER,
  COMMITS_MEMBER,
  decodeCommentary,
  MANIFEST,
  type Member,
  MOST_MANIFEST_BYTES,
  MOST_MEMBER_BYTES,
  parseManifest,
  SEGMENT_MEMBER,
  VIEW_MEMBER,
} from './members.ts';
import { decodeCommits, decodeViewMember, type PackedView } from './viewMember.ts';

export interface PackedArtifact {
  manifest: ArtifactManifest;
  view: PackedView;
  /** The segment, which is prepared: its names can be asked for. */
  segment: SegmentReader;
  /** Reads the commentary, [] where there is none. @throws CoraError BAD_ARTIFACT */
  commentary(): Promise<Answered[]>;
  /**
   * Reads the commits, newest first; null where there are none in it.
   * @throws CoraError BAD_ARTIFACT
   */
  commits(): Promise<CommitRecord[] | null>;
  /**
   * Reads all of it, and what lies between and behind members. Each blob has its rows once, in the
   * order of the first paths, after it.
   * @throws CoraError BAD_ARTIFACT
   */
  check(): Promise<void>;
}

/** True if questions can be answered from it as it is. Commentary needs vectors first. */
export function isSearchable({ manifest }: Pick<PackedArtifact, 'manifest'>): boolean {
  return manifest.text && !manifest.members.some(({ name }) => name === COMMENTARY_MEMBER);
}

/** Tells what a segment leaves out, by what an artifact holds. */
export function omissionsOf({ text }: Pick<ArtifactManifest, 'text'>): readonly Omission[] {
  return text ? ['ids', 'words', 'contentHash'] : ['ids', 'words', 'terms', 'texts'];
}

/**
 * True for an archive whose first member is a manifest.
 * @returns false for no archive.
 * @throws CoraError BAD_ARTIFACT for one that ends at once
 */
export async function beginsWithManifest(ranges: ByteRanges): Promise<boolean> {
  if (ranges.size < TAR_BLOCK) {
    const start = asBuffer(await ranges.read(0, Math.min(ranges.size, MANIFEST.length))).toString('latin1');
    if (start === '') throw badArtifact('it is empty');
    if (MANIFEST.startsWith(start)) throw badArtifact(`it is cut: ${ranges.size} bytes are no archive`);
    return false;
  }
  const reading = ranges.read(0, TAR_BLOCK).then((start) => readTarHeader(asBuffer(start))?.name === MANIFEST);
  return reading.catch(ifRefused(false, 'BAD_ARTIFACT'));
}

/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export async function readPackedManifest(ranges: ByteRanges): Promise<ArtifactManifest> {
  const { manifest, places } = await readPackedPlaces(ranges);
  mustBeLongEnough(ranges, places.at(-1)!);
  return manifest;
}

/** Returns the manifest, and where the content of each member lies. @throws CoraError as above */
export async function readPackedPlaces(
  ranges: ByteRanges,
): Promise<{ manifest: ArtifactManifest; places: readonly MemberPlace[] }> {
  const { manifest, end } = await readManifest(ranges);
  return { manifest, places: placesOf(manifest.members, end) };
}

/**
 * Returns the most bytes that an archive may have, by its first bytes.
 * @param first more than a manifest has
 * @param mayBeZip true for an artifact of a workflow: a zip may have any number of bytes
 * @throws CoraError BAD_ARTIFACT for what is no archive, INCOMPATIBLE_INDEX
 */
export async function mostBytesOf(first: Buffer, mayBeZip: boolean): Promise<number> {
  if (mayBeZip && isZip(first)) return Number.POSITIVE_INFINITY;
  const { places } = await readPackedPlaces(new MemoryRanges(first));
  const { from, size } = places.at(-1)!;
  return from + size + MOST_PADDING;
}

/** The bytes that are read first. Most manifests have a few kB, and are whole in these. */
const FIRST_READ = 1 << 14;

async function readManifest(ranges: ByteRanges): Promise<{ manifest: ArtifactManifest; end: number }> {
  if (ranges.size < TAR_BLOCK) throw badArtifact('it ends too early');
  const first = asBuffer(await ranges.read(0, Math.min(FIRST_READ, ranges.size)));
  const header = readTarHeader(first.subarray(0, TAR_BLOCK));
  if (header?.name !== MANIFEST) throw badArtifact(`its first member is not ${MANIFEST}`);
  if (header.size > MOST_MANIFEST_BYTES) throw badArtifact('its manifest is too large');
  const end = TAR_BLOCK + header.size;
  if (end > ranges.size) throw badArtifact('it ends too early');
  const json = end <= first.length ? first.subarray(TAR_BLOCK, end) : await ranges.read(TAR_BLOCK, header.size);
  const manifest = parseManifest(asBuffer(json));
  return { manifest, end };
}

function mustBeLongEnough(ranges: ByteRanges, last: MemberPlace): void {
  const end = last.from + last.size;
  if (end > ranges.size) throw badArtifact(`it ends too early: of ${end} bytes it has ${ranges.size}`);
}

/** The first bytes of a segment, in which most have the places of blocks and sections. */
const HEAD = 1 << 17;

export interface MemberPlace extends Member {
  /** Where its content begins. */
  from: number;
}

/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export async function openPackedArtifact(ranges: ByteRanges): Promise<PackedArtifact> {
  const { manifest, end: manifestEnd } = await readManifest(ranges);
  const places = placesOf(manifest.members, manifestEnd);
  mustBeLongEnough(ranges, places.at(-1)!);
  const view = places.find(({ name }) => name === VIEW_MEMBER)!;
  const segmentPlace = places.find(({ name }) => name === SEGMENT_MEMBER)!;
  // What lies far away comes in one round: the beginning of the segment is read again below.
  const soon: ByteRange[] = ranges.far === undefined ? [] : [[segmentPlace.from, Math.min(HEAD, segmentPlace.size)]];
  const [packedView, ...headers] = await ranges.readMany([
    [view.from, view.size],
    ...places.map(({ from }) => [from - TAR_BLOCK, TAR_BLOCK] as const),
    ...soon,
  ]);
  for (const [at, place] of places.entries()) mustBe(readTarHeader(asBuffer(headers[at]!)), place);
  mustHash(packedView!, view);
  const segment = await openSegmentOf(ranges, segmentPlace, manifest);
  const { blobs, rows } = segment.header;
  const names = Array.from({ length: blobs }, (_, blob) => ({
    blob: segment.shaOf(blob),
    language: segment.languageOf(blob),
  }));
  const decoded = decodeViewMember(packedView!, names, manifest.embedder.dimensions);
  if (decoded.files.length !== manifest.counts.files || decoded.totals.chunks !== rows)
    throw badArtifact('its manifest counts other files than it holds');
  const text = async (name: string): Promise<Buffer | null> => {
    const place = places.find((one) => one.name === name);
    if (place === undefined) return null;
    const content = await ranges.read(place.from, place.size);
    mustHash(content, place);
    return unpackText(content, 4 * MOST_MEMBER_BYTES);
  };
  return {
    manifest,
    view: decoded,
    segment,
    commentary: async () => {
      const json = await text(COMMENTARY_MEMBER);
      const commentary = json === null ? [] : decodeCommentary(json);
      if (commentary.length > rows) throw badArtifact('it holds commentary on more chunks than it has');
      return commentary;
    },
    commits: async () => {
      const json = await text(COMMITS_MEMBER);
      return json === null ? null : decodeCommits(json);
    },
    check: async () => {
      await checkAll(ranges, places, manifestEnd);
      // A name that comes twice would have two sets of rows.
      if (!(await inArtifact(async () => segment.names.isSorted())))
        throw badArtifact('it holds a blob twice, or in another order');
    },
  };
}

function placesOf(members: readonly Member[], manifestEnd: number): MemberPlace[] {
  let at = manifestEnd + paddingOf(manifestEnd - TAR_BLOCK);
  return members.map((member) => {
    const from = at + TAR_BLOCK;
    at = from + member.size + paddingOf(member.size);
    return { ...member, from };
  });
}

function mustBe(header: { name: string; size: number } | null, { name, size }: MemberPlace): void {
  if (header === null) throw badArtifact(`it ends before ${name}`);
  if (header.name === name && header.size === size) return;
  throw badArtifact(`it holds ${JSON.stringify(header.name)} where its manifest says ${name} of ${size} bytes`);
}

function mustHash(content: Uint8Array, { name, sha256 }: MemberPlace): void {
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw badArtifact(`the SHA-256 of ${name} is another one`);
}

async function openSegmentOf(
  ranges: ByteRanges,
  place: MemberPlace,
  manifest: ArtifactManifest,
): Promise<SegmentReader> {
  return inArtifact(async () => {
    const plain = await PackedRanges.open(new PartOfRanges(ranges, place.from, place.size));
    const segment = await SegmentReader.open(plain);
    const { header } = segment;
    const lead = await plain.read(0, header.sections.blobs[0]);
    if (nameByContent(lead) !== manifest.segment)
      throw badArtifact('its segment is another one than its manifest names');
    if (header.dimensions !== manifest.embedder.dimensions) throw badArtifact('its vectors have another length');
    const omits = omissionsOf(manifest);
    if (omits.length !== header.omits.length || !omits.every((one) => header.omits.includes(one)))
      throw badArtifact('it holds more or less than its manifest says');
    mustBeOfCora(header, manifest);
    const end = Object.values(header.sections).reduce((most, [from, length]) => Math.max(most, from + length), 0);
    if (plain.size > end + TAR_BLOCK) throw badArtifact('its segment holds more than its sections');
    await segment.prepare();
    return segment;
  });
}

/** Checks names that are shown and stored: each must be one that Cora writes. */
function mustBeOfCora({ rows, blobs, kinds, languages, nodeTypes }: SegmentHeader, { counts }: ArtifactManifest): void {
  if (rows !== counts.chunks) throw badArtifact('its manifest counts other chunks than it holds');
  if (blobs > counts.files) throw badArtifact('its manifest counts other files than it holds');
  const isKnown =
    kinds.every(isChunkKind) &&
    languages.every((name) => LANGUAGE.test(name)) &&
    nodeTypes.every((name) => NODE_TYPE.test(name));
  if (!isKnown) throw badArtifact('it holds kinds or languages that there are not');
  for (const names of [kinds, languages, nodeTypes])
    if (new Set(names).size < names.length) throw badArtifact('it names a kind or a language twice');
}

const NODE_TYPE = /^[\w-]{0,200}$/;

/**
 * Turns damage that `read` meets into an error of the artifact.
 * @throws CoraError BAD_ARTIFACT, and its own
 */
export async function inArtifact<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!isCoraError(error) || (error.code !== 'BROKEN_INDEX' && error.code !== 'INCOMPATIBLE_INDEX')) throw error;
    const what = error.code === 'BROKEN_INDEX' ? 'its segment is damaged' : error.message.replace(/\.$/, '');
    throw new CoraError(error.code === 'BROKEN_INDEX' ? 'BAD_ARTIFACT' : error.code, what, { cause: error });
  }
}

/** The number of bytes that are hashed at once. */
const PIECE = 2 ** 22;
/** tar pads an archive to 10 kB. */
const MOST_PADDING = 2 ** 20;

async function checkAll(ranges: ByteRanges, places: readonly MemberPlace[], manifestEnd: number): Promise<void> {
  let end = manifestEnd;
  for (const place of places) {
    await mustBeZeros(ranges, end, place.from - TAR_BLOCK, 'it hides bytes between its members');
    const hash = createHash('sha256');
    for (let at = 0; at < place.size; at += PIECE)
      hash.update(await ranges.read(place.from + at, Math.min(PIECE, place.size - at)));
    if (hash.digest('hex') !== place.sha256) throw badArtifact(`the SHA-256 of ${place.name} is another one`);
    end = place.from + place.size;
  }
  const padded = end + paddingOf(end - places.at(-1)!.from);
  // Two blocks of zeros end an archive.
  if (ranges.size < padded + 2 * TAR_BLOCK || ranges.size % TAR_BLOCK !== 0) throw badArtifact('it ends too early');
  if (ranges.size > padded + MOST_PADDING) throw badArtifact('something follows its end');
  await mustBeZeros(ranges, end, ranges.size, 'something follows its end');
}

async function mustBeZeros(ranges: ByteRanges, from: number, to: number, otherwise: string): Promise<void> {
  const bytes = await ranges.read(from, to - from);
  if (bytes.some((byte) => byte !== 0)) throw badArtifact(otherwise);
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
