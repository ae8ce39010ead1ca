/**
 * Writes an artifact. The manifest comes first and holds every member's hash, so the members wait
 * in a temporary folder beside the target; the finished file appears by a rename, whole or not at
 * all.
 */

import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CoraError } from '../../base/errors.ts';
import { makeFolderBeside, removeFolder } from '../../disk/makeFolderBeside.ts';
import { sha256OfFile } from '../../disk/packedContent.ts';
import { type Compression, createCompressor, paddingOf, tarHeader } from './archive.ts';
import { type BlockRow, encodeRowBlock, type PackedBlob } from './blocks.ts';
import {
  type ArtifactManifest,
  blockNames,
  COMMENTARY_MEMBER,
  encodeCommentaryMember,
  encodeFiles,
  encodeManifest,
  FILES_MEMBER,
  type FilesMember,
  MANIFEST,
  type Member,
  MOST_MEMBER_BYTES,
  type PackedCommentary,
  parseManifest,
} from './members.ts';
import { encodeVectors } from './vectorBlock.ts';

export type RowWithVector = BlockRow & { vector: Float32Array };

export interface ArtifactContent {
  about: Omit<ArtifactManifest, 'formatVersion' | 'tool' | 'members' | 'digest'>;
  files: FilesMember;
  /**
   * The commentary on chunks of the view, sorted by content hash; without any there is no such
   * member.
   */
  commentary: readonly PackedCommentary[];
  /** All rows, whole blobs together, in the order of their first path. */
  blobs: AsyncIterable<PackedBlob<RowWithVector>>;
  /** Asked for after the last row. */
  digest(): string;
}

export interface WrittenArtifact {
  file: string;
  /** Bytes of the file. */
  size: number;
  /** The SHA-256 of the file, 64 hex digits. */
  sha256: string;
  manifest: ArtifactManifest;
}

const ROWS_PER_BLOCK = 4096;
const TEXT_PER_BLOCK = 8 * 2 ** 20;
/** Compressed beside the reading of the next one; each holds some 20 MB. */
const BLOCKS_AT_ONCE = 2;
/** Shards have smaller blocks: whoever joins them holds one of each. */
const LEAST_SHARE = 1 / 16;

/** @throws CoraError STORE where the file cannot be written, and what `blobs` throws */
export async function writeArtifact(
  file: string,
  compression: Compression,
  content: ArtifactContent,
): Promise<WrittenArtifact> {
  const target = resolve(file);
  if ((await stat(target).catch(() => null))?.isDirectory() === true)
    throw new CoraError('STORE', `${target} is a folder.`, { hint: 'name a file with -o FILE' });
  const folder = await makeFolderBeside(target, 'check permissions and free space, or name another place with -o FILE');
  try {
    const members = await writeMembers(folder, content);
    const manifest = encodeManifest({ ...content.about, digest: content.digest(), members });
    const packed = join(folder, 'packed');
    await pipeline(archive(folder, manifest, members), createCompressor(compression), createWriteStream(packed));
    await flush(packed);
    const { size } = await stat(packed);
    const sha256 = await sha256OfFile(packed);
    await rename(packed, target);
    return { file: target, size, sha256, manifest: parseManifest(manifest) };
  } finally {
    await removeFolder(folder);
  }
}

async function writeMembers(folder: string, content: ArtifactContent): Promise<Member[]> {
  const members: Member[] = [];
  const write = async (name: string, bytes: Buffer): Promise<void> => {
    if (bytes.length > MOST_MEMBER_BYTES) throw new CoraError('STORE', `${name} of the artifact would be too large.`);
    await writeFile(join(folder, String(members.length)), bytes);
    members.push({ name, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  };
  await write(FILES_MEMBER, encodeFiles(content.files));
  if (content.commentary.length > 0) await write(COMMENTARY_MEMBER, encodeCommentaryMember(content.commentary));
  const { shard } = content.about;
  const share = Math.max(LEAST_SHARE, 1 / (shard?.count ?? 1));
  const encoding: Promise<EncodedBlock>[] = [];
  let block = 0;
  const writeOldest = async (): Promise<void> => {
    const names = blockNames(block++);
    const { rows, vectors } = await encoding.shift()!;
    await write(names[0], rows);
    await write(names[1], vectors);
  };
  for await (const blobs of blocksOf(content.blobs, share)) {
    const encoded = encodeBlock(blobs, content);
    // It is awaited in its turn, unless an earlier one fails.
    encoded.catch(() => undefined);
    encoding.push(encoded);
    if (encoding.length > BLOCKS_AT_ONCE) await writeOldest();
  }
  while (encoding.length > 0) await writeOldest();
  return members;
}

interface EncodedBlock {
  rows: Buffer;
  vectors: Buffer;
}

async function encodeBlock(
  blobs: readonly PackedBlob<RowWithVector>[],
  { about: { text, embedder } }: ArtifactContent,
): Promise<EncodedBlock> {
  const rows = encodeRowBlock(blobs, text);
  const vectors = blobs.flatMap((blob) => blob.rows.map(({ vector }) => vector));
  return { vectors: encodeVectors(vectors, embedder.dimensions), rows: await rows };
}

async function* blocksOf(
  blobs: AsyncIterable<PackedBlob<RowWithVector>>,
  share: number,
): AsyncGenerator<PackedBlob<RowWithVector>[], void, undefined> {
  let block: PackedBlob<RowWithVector>[] = [];
  let rows = 0;
  let size = 0;
  for await (const blob of blobs) {
    const length = blob.rows.reduce((sum, { startByte, endByte }) => sum + endByte - startByte, 0);
    const isFull = rows + blob.rows.length > share * ROWS_PER_BLOCK || size + length > share * TEXT_PER_BLOCK;
    if (block.length > 0 && isFull) {
      yield block;
      block = [];
      rows = 0;
      size = 0;
    }
    block.push(blob);
    rows += blob.rows.length;
    size += length;
  }
  if (block.length > 0) yield block;
}

async function* archive(folder: string, manifest: Buffer, members: readonly Member[]): AsyncGenerator<Buffer> {
  const entry = (name: string, bytes: Buffer): Buffer =>
    Buffer.concat([tarHeader(name, bytes.length), bytes, Buffer.alloc(paddingOf(bytes.length))]);
  yield entry(MANIFEST, manifest);
  for (const [at, { name }] of members.entries()) yield entry(name, await readFile(join(folder, String(at))));
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
