/**
 * Reads an artifact of version 1: a compressed tar archive, as a stream. It trusts nothing in it:
 * the members must come in the order, with the sizes and with the hashes that the manifest gave
 * first, and their content must be what an index can hold. A name in the archive is compared and
 * never opened. At most one block of rows is in memory.
 */

import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import {
  ByteSource,
  badArtifact,
  createDecompressor,
  decompressText,
  mostUnpacked,
  paddingOf,
  readTarHeader,
  TAR_BLOCK,
} from './archive.ts';
import { type ArtifactBlob, BlobOrder, decodeBlock, type RawBlock } from './blocks.ts';
import {
  type ArtifactManifest,
  decodeCommentary,
  decodeFiles,
  type FilesMember,
  firstBlockOf,
  MANIFEST,
  type Member,
  MOST_MANIFEST_BYTES,
  MOST_MEMBER_BYTES,
  parseManifest,
} from './members.ts';
import type { ArtifactRows } from './packedRows.ts';

/** tar pads an archive to 10 kB. */
const MOST_PADDING = 2 ** 20;

export interface OpenBytes {
  /** Decompressed. */
  bytes: AsyncIterable<Uint8Array>;
  descriptor: number;
  close(): Promise<void>;
}

/** To be closed. @throws CoraError BAD_ARTIFACT for no archive, PLATFORM */
export async function openBytes(file: string): Promise<OpenBytes> {
  const handle = await open(file);
  try {
    return await decompressed(handle);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function decompressed(handle: FileHandle): Promise<OpenBytes> {
  const start = Buffer.alloc(4);
  await handle.read(start, 0, start.length, 0);
  const decompressor = createDecompressor(start);
  const source = handle.createReadStream({ start: 0, autoClose: false });
  source.on('error', (error) => decompressor.destroy(error));
  const close = async (): Promise<void> => {
    source.destroy();
    decompressor.destroy();
    await handle.close();
  };
  const bytes = growing(source.pipe(decompressor), () => source.bytesRead);
  return { bytes, descriptor: handle.fd, close };
}

async function* growing(pieces: AsyncIterable<Uint8Array>, packed: () => number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > mostUnpacked(packed())) throw badArtifact('it unpacks to more than an index can be');
    yield piece;
  }
}

/** @param bytes the archive, decompressed @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export async function readVersion1(bytes: AsyncIterable<Uint8Array>): Promise<Omit<ArtifactRows, 'packed'>> {
  const source = new ByteSource(bytes);
  const manifest = await readManifest(source);
  const files = decodeFiles(await readMember(source, manifest.members[0]!));
  if (files.files.length !== manifest.counts.files) throw badArtifact('its manifest counts other files than it holds');
  const hasCommentary = firstBlockOf(manifest.members) > 1;
  const commentary = hasCommentary
    ? decodeCommentary(decompressText(await readMember(source, manifest.members[1]!), MOST_MEMBER_BYTES))
    : [];
  if (commentary.length > manifest.counts.chunks) throw badArtifact('it holds commentary on more chunks than it has');
  return {
    manifest,
    files,
    commentary,
    blocks: () => readBlocks(source, manifest, files),
    rawBlocks: () => readRawBlocks(source, manifest),
  };
}

/** The first member. @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export async function readManifest(source: ByteSource): Promise<ArtifactManifest> {
  const manifest = parseManifest(await manifestOf(source));
  if (manifest.formatVersion === 1) return manifest;
  throw badArtifact(`it is compressed as a whole, and an artifact of version ${manifest.formatVersion} is not`);
}

async function manifestOf(source: ByteSource): Promise<Buffer> {
  const header = await readHeader(source);
  if (header?.name !== MANIFEST) throw badArtifact(`its first member is not ${MANIFEST}`);
  if (header.size > MOST_MANIFEST_BYTES) throw badArtifact('its manifest is too large');
  return readContent(source, header.size);
}

async function readMember(source: ByteSource, { name, size, sha256 }: Member): Promise<Buffer> {
  const header = await readHeader(source);
  if (header === null) throw badArtifact(`it ends before ${name}`);
  if (header.name !== name || header.size !== size) {
    throw badArtifact(`it holds ${JSON.stringify(header.name)} where its manifest says ${name} of ${size} bytes`);
  }
  const content = await readContent(source, size);
  if (createHash('sha256').update(content).digest('hex') !== sha256)
    throw badArtifact(`the SHA-256 of ${name} is another one`);
  return content;
}

async function readHeader(source: ByteSource): Promise<{ name: string; size: number } | null> {
  return readTarHeader(await source.take(TAR_BLOCK));
}

async function readContent(source: ByteSource, size: number): Promise<Buffer> {
  const content = await source.take(size);
  const padding = await source.take(paddingOf(size));
  if (padding.some((byte) => byte !== 0)) throw badArtifact('it hides bytes between its members');
  return content;
}

/** Reads the blocks, and looks at what lies between and behind the members, too. */
async function* readRawBlocks(
  source: ByteSource,
  { members }: ArtifactManifest,
): AsyncGenerator<RawBlock, void, undefined> {
  for (let at = firstBlockOf(members); at < members.length; at += 2) {
    const rows = await readMember(source, members[at]!);
    yield { rows, vectors: await readMember(source, members[at + 1]!) };
  }
  if ((await readHeader(source)) !== null) throw badArtifact('it holds more than its manifest names');
  await source.finish(MOST_PADDING);
}

async function* readBlocks(
  source: ByteSource,
  manifest: ArtifactManifest,
  { files }: FilesMember,
): AsyncGenerator<ArtifactBlob[], void, undefined> {
  const order = new BlobOrder(files, manifest.counts);
  for await (const raw of readRawBlocks(source, manifest)) {
    const form = { text: manifest.text, dimensions: manifest.embedder.dimensions };
    const blobs = decodeBlock(raw, form);
    for (const blob of blobs) order.take(blob, blob.rows.length);
    yield blobs;
  }
  order.finish();
}
