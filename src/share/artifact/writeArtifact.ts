/**
 * Writes an artifact. The manifest comes first and holds every member's hash, so all members are
 * made before; the finished file appears by a rename, whole or not at all.
 */

import { createHash } from 'node:crypto';
import { closeSync, createWriteStream, openSync } from 'node:fs';
import { open, rename, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { CoraError } from '../../base/errors.ts';
import type { CommitRecord } from '../../base/historyTypes.ts';
import { readAt, sha256OfFile, writeAt } from '../../disk/boundedRead.ts';
import { makeFolderBeside, PRIVATE_FILE, removeFolder } from '../../disk/makePrivate.ts';
import { type PieceKeeper, type Pieces, PiecesInMemory } from '../../engine/bytes.ts';
import { DEFLATE, PACKED_LEAD, PACKED_MAGIC } from '../../engine/packedRanges.ts';
import { nameByContent } from '../../engine/searchFile.ts';
import { type SectionBytes, sectionPieces, sectionSize } from '../../engine/segmentFile.ts';
import type { Answered } from '../../store/sideTables.ts';
import type { ViewTotals } from '../../view/statistics.ts';
import { paddingOf, tarHeader } from './archive.ts';
import type { MadeSegment } from './canonicalSegment.ts';
import {
  type ArtifactManifest,
  COMMENTARY_MEMBER,
  COMMITS_MEMBER,
  encodeCommentaryMember,
  encodeManifest,
  type FilesMember,
  MANIFEST,
  type Member,
  MOST_MEMBER_BYTES,
  MOST_SEGMENT_BYTES,
  parseManifest,
  SEGMENT_MEMBER,
  VIEW_MEMBER,
} from './members.ts';
import { encodeCommits, encodeViewMember } from './viewMember.ts';

export type AboutArtifact = Omit<
  ArtifactManifest,
  'formatVersion' | 'tool' | 'members' | 'digest' | 'segment' | 'search'
>;

export interface ArtifactContent {
  about: AboutArtifact;
  files: FilesMember;
  /** Commentary on chunks of the view, sorted by content hash; without any there is no member. */
  commentary: readonly Answered[];
  /** The history, newest first; without any there is no such member. */
  commits: readonly CommitRecord[];
  /** Makes the segment of all rows, whole blobs together, in the order of their first path. */
  segment(about: Pick<ArtifactManifest, 'text' | 'embedder'>, newKeeper: () => PieceKeeper): Promise<MadeSegment>;
  /** Returns the digest, after the last row. @param totals of all rows */
  digest(totals: ViewTotals): string;
}

export interface WrittenArtifact {
  file: string;
  /** Bytes of the file. */
  size: number;
  /** The SHA-256 of the file, 64 hex digits. */
  sha256: string;
  manifest: ArtifactManifest;
}

interface Content {
  name: string;
  bytes: SectionBytes;
}

/** @throws CoraError STORE where the file cannot be written, and what `segment` throws */
export async function writeArtifact(file: string, content: ArtifactContent): Promise<WrittenArtifact> {
  const target = resolve(file);
  if ((await stat(target).catch(() => null))?.isDirectory() === true)
    throw new CoraError('STORE', `${target} is a folder.`, { hint: 'name a file with -o FILE' });
  const folder = await makeFolderBeside(target, 'check permissions and free space, or name another place with -o FILE');
  let scratch: ScratchFile | null = null;
  try {
    const { about, files, commentary, commits } = content;
    const pieces = new ScratchFile(join(folder, 'pieces'));
    scratch = pieces;
    const { segment, totals, redacted } = await content.segment(about, () => pieces.keeper());
    const digest = content.digest(totals);
    const packed = await packInBlocks(segment, pieces.keeper());
    const contents: Content[] = [
      { name: VIEW_MEMBER, bytes: encodeViewMember({ ...files, totals, redacted }) },
      { name: SEGMENT_MEMBER, bytes: packed },
      ...(commits.length === 0 ? [] : [{ name: COMMITS_MEMBER, bytes: encodeCommits(commits) }]),
      ...(commentary.length === 0 ? [] : [{ name: COMMENTARY_MEMBER, bytes: encodeCommentaryMember(commentary) }]),
    ];
    const members = contents.map(memberOf);
    const [lead] = segment;
    const manifest = encodeManifest({ ...about, search: about.text, segment: nameByContent(lead!), digest, members });
    const written = join(folder, 'packed');
    const parts = archive([{ name: MANIFEST, bytes: manifest }, ...contents]);
    await pipeline(Readable.from(parts), createWriteStream(written));
    await flush(written);
    const { size } = await stat(written);
    const sha256 = await sha256OfFile(written);
    await rename(written, target);
    return { file: target, size, sha256, manifest: parseManifest(manifest) };
  } finally {
    scratch?.close();
    await removeFolder(folder);
  }
}

function memberOf({ name, bytes }: Content): Member {
  const hash = createHash('sha256');
  const size = sectionSize(bytes);
  for (const piece of sectionPieces(bytes)) hash.update(piece);
  if (size > (name === SEGMENT_MEMBER ? MOST_SEGMENT_BYTES : MOST_MEMBER_BYTES))
    throw new CoraError('STORE', `${name} of the artifact would be too large.`);
  return { name, size, sha256: hash.digest('hex') };
}

function* archive(contents: readonly Content[]): Generator<Uint8Array> {
  for (const { name, bytes } of contents) {
    const size = sectionSize(bytes);
    yield tarHeader(name, size);
    for (const piece of sectionPieces(bytes)) if (piece.length > 0) yield piece;
    if (paddingOf(size) > 0) yield Buffer.alloc(paddingOf(size));
  }
  // Two blocks of zeros end an archive.
  yield Buffer.alloc(1024);
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Keeps pieces in a file: an artifact is larger than memory may be, and its sizes and hashes stand
 * before its bytes.
 */
class ScratchFile {
  readonly #descriptor: number;
  #end = 0;

  constructor(file: string) {
    this.#descriptor = openSync(file, 'wx+', PRIVATE_FILE);
  }

  /** Returns a keeper whose pieces lie in the file, between those of other keepers. */
  keeper(): PieceKeeper {
    const file = this;
    const places: [at: number, length: number][] = [];
    let size = 0;
    return {
      get size() {
        return size;
      },
      keep: (piece) => {
        places.push([this.#append(piece), piece.length]);
        size += piece.length;
      },
      *[Symbol.iterator]() {
        for (const [at, length] of places) yield file.#read(at, length);
      },
    };
  }

  /** @returns where the piece begins */
  #append(piece: Uint8Array): number {
    const at = this.#end;
    writeAt(this.#descriptor, piece, at);
    this.#end += piece.length;
    return at;
  }

  #read(at: number, length: number): Uint8Array {
    const piece = new Uint8Array(length);
    if (readAt(this.#descriptor, piece, at) < length)
      throw new CoraError('STORE', 'A file was shortened while it was written.');
    return piece;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

// Writes a packed file: see packedRanges.ts.

/**
 * Bytes of a block before it is packed. A reader wants few of them; small blocks pack worse.
 */
const BLOCK = 1 << 17;

/** The number of blocks that are packed at once, in threads of the system. */
const AT_ONCE = 16;

const deflate = promisify<zlib.InputType, zlib.ZlibOptions, Buffer>(zlib.deflateRaw);

/** @returns the file; equal for equal bytes, however they are cut into pieces */
export async function packInBlocks(bytes: SectionBytes, blocks: PieceKeeper = new PiecesInMemory()): Promise<Pieces> {
  const lengths: number[] = [];
  let waiting: Uint8Array[] = [];
  const pack = async (): Promise<void> => {
    for (const block of await Promise.all(waiting.map(packed))) {
      blocks.keep(block);
      lengths.push(block.length);
    }
    waiting = [];
  };
  for (const plain of blocksOf(sectionPieces(bytes), BLOCK)) {
    waiting.push(plain);
    if (waiting.length === AT_ONCE) await pack();
  }
  await pack();
  const lead = new Uint8Array(PACKED_LEAD + 4 * lengths.length);
  const view = new DataView(lead.buffer);
  lead.set(new TextEncoder().encode(PACKED_MAGIC));
  view.setUint32(8, BLOCK, true);
  view.setUint32(12, lengths.length, true);
  view.setFloat64(16, sectionSize(bytes), true);
  view.setUint32(24, DEFLATE, true);
  for (const [at, length] of lengths.entries()) view.setUint32(PACKED_LEAD + 4 * at, length, true);
  return {
    size: lead.length + blocks.size,
    *[Symbol.iterator]() {
      yield lead;
      yield* blocks;
    },
  };
}

async function packed(plain: Uint8Array): Promise<Uint8Array> {
  const small = await deflate(plain, { level: 9, memLevel: 9 });
  return small.length < plain.length ? small : plain;
}

function* blocksOf(pieces: Iterable<Uint8Array>, size: number): Generator<Uint8Array> {
  let open = new Uint8Array(size);
  let there = 0;
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + size - there);
      open.set(part, there);
      there += part.length;
      at += part.length;
      if (there < size) continue;
      yield open;
      open = new Uint8Array(size);
      there = 0;
    }
  }
  if (there > 0) yield open.subarray(0, there);
}
