/**
 * Reads an artifact as a stream and trusts nothing in it: the members must come in the order, with
 * the sizes and with the hashes that the manifest gave first, and their content must be what an
 * index can hold. Nothing is written; a name in the archive is compared and never opened. At most
 * one block of rows is in memory.
 */

import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { CoraError, isCoraError } from '../../base/errors.ts';
import { logicalDigest } from '../../store/views.ts';
import { RowsDigest } from '../../view/statistics.ts';
import {
  ByteSource,
  badArtifact,
  createDecompressor,
  mostUnpacked,
  paddingOf,
  readTarHeader,
  TAR_BLOCK,
} from './archive.ts';
import { type ArtifactBlob, BlobOrder, decodeBlock, type RawBlock } from './blocks.ts';
import {
  type ArtifactManifest,
  chunkerMismatch,
  decodeCommentaryMember,
  decodeFiles,
  type FilesMember,
  firstBlockOf,
  MANIFEST,
  type Member,
  MOST_MANIFEST_BYTES,
  type PackedCommentary,
  parseManifest,
} from './members.ts';

export interface ArtifactReader {
  manifest: ArtifactManifest;
  files: FilesMember;
  /** Prose of a language model, as whoever made the artifact says. */
  commentary: PackedCommentary[];
  /**
   * All rows, whole blobs together. To be read to the end: what is wrong there is known only then.
   */
  blocks(): AsyncGenerator<ArtifactBlob[], void, undefined>;
  /**
   * Reads the same for those who decode and check it themselves: see decodeBlock and BlobOrder. One
   * of the two can be read.
   */
  rawBlocks(): AsyncGenerator<RawBlock, void, undefined>;
}

/** tar pads an archive to 10 kB. */
const MOST_PADDING = 2 ** 20;

/**
 * @param read gets the artifact; what it throws and what is wrong with the archive come out of here
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX that name the file; NO_INDEX where there is
 * none
 */
export async function withArtifact<T>(file: string, read: (reader: ArtifactReader) => Promise<T>): Promise<T> {
  if ((await stat(file).catch(() => null))?.isFile() === false)
    throw new CoraError('BAD_ARTIFACT', `${file} is not a file.`, { hint: 'name a packed artifact (.tar.gz)' });
  const { reader, close } = await openArtifact(file);
  try {
    return await read(reader);
  } catch (error) {
    throw refusalNaming(file, error);
  } finally {
    await close();
  }
}

/**
 * To be closed. An error about its rows comes without the file's name: refusalOf adds it.
 * @throws CoraError as withArtifact
 */
export async function openArtifact(file: string): Promise<{ reader: ArtifactReader; close(): Promise<void> }> {
  const { bytes, close } = await openBytes(file);
  try {
    return { reader: await readArtifact(bytes), close };
  } catch (error) {
    await close();
    throw refusalNaming(file, error);
  }
}

interface OpenBytes {
  /** Decompressed. */
  bytes: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/**
 * To be closed.
 * @throws CoraError NO_INDEX where there is no such file, BAD_ARTIFACT for no archive, PLATFORM
 */
export async function openBytes(file: string): Promise<OpenBytes> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    const said = error.code === 'ENOENT' ? 'is not there' : `cannot be read: ${error.code}`;
    throw new CoraError('NO_INDEX', `${file} ${said}.`, { hint: 'cora pack -o FILE   writes one', cause: error });
  });
  try {
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
    return { bytes: growing(source.pipe(decompressor), () => source.bytesRead), close };
  } catch (error) {
    await handle.close();
    throw refusalNaming(file, error);
  }
}

async function* growing(pieces: AsyncIterable<Uint8Array>, packed: () => number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const piece of pieces) {
    size += piece.length;
    if (size > mostUnpacked(packed())) throw badArtifact('it unpacks to more than an index can be');
    yield piece;
  }
}

const REFUSALS: ReadonlySet<string> = new Set(['BAD_ARTIFACT', 'INCOMPATIBLE_INDEX']);

/**
 * An error of an archive with the name of its file, or of a published index with its address; any
 * other error as it is.
 * @param remedy what to do where the error does not say it
 */
export function refusalNaming(
  place: string,
  error: unknown,
  remedy = 'obtain it again, or make a new one: cora pack -o FILE',
): unknown {
  if (!isCoraError(error) || !REFUSALS.has(error.code) || error.message.startsWith(place)) return error;
  const { code, message, hint = remedy } = error;
  return new CoraError(code, `${place} is refused: ${message}.`, { cause: error, hint });
}

/** The first member alone. @throws CoraError as withArtifact */
export async function readArtifactManifest(file: string): Promise<ArtifactManifest> {
  const { bytes, close } = await openBytes(file);
  try {
    return parseManifest(await manifestOf(new ByteSource(bytes)));
  } catch (error) {
    throw refusalNaming(file, error);
  } finally {
    await close();
  }
}

/** @param bytes the archive, decompressed @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export async function readArtifact(bytes: AsyncIterable<Uint8Array>): Promise<ArtifactReader> {
  const source = new ByteSource(bytes);
  const manifest = parseManifest(await manifestOf(source));
  const files = decodeFiles(await readMember(source, manifest.members[0]!));
  if (files.files.length !== manifest.counts.files) throw badArtifact('its manifest counts other files than it holds');
  const hasCommentary = firstBlockOf(manifest.members) > 1;
  const commentary = hasCommentary ? decodeCommentaryMember(await readMember(source, manifest.members[1]!)) : [];
  if (commentary.length > manifest.counts.chunks) throw badArtifact('it holds commentary on more chunks than it has');
  return {
    manifest,
    files,
    commentary,
    blocks: () => readBlocks(source, manifest, files),
    rawBlocks: () => readRawBlocks(source, manifest),
  };
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
    const blobs = [...decodeBlock(raw, form).blobs()];
    for (const blob of blobs) order.take(blob, blob.rows.length);
    yield blobs;
  }
  order.finish();
}

// The rows of an artifact, and at the end the proof that they are those whose digest its manifest
// names.

/** To be read to the end. @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export async function* readProvenRows(reader: ArtifactReader): AsyncGenerator<ArtifactBlob[], void, undefined> {
  const mismatch = chunkerMismatch(reader.manifest, 'use the cora that packed it, or pack it again');
  if (mismatch !== null) throw mismatch;
  const sum = new RowsDigest();
  for await (const blobs of reader.blocks()) {
    for (const { rows } of blobs) for (const row of rows) sum.add(row);
    yield blobs;
  }
  checkDigest(reader, sum);
}

/** @param sum of all its rows @throws CoraError BAD_ARTIFACT */
export function checkDigest({ manifest, files }: Pick<ArtifactReader, 'manifest' | 'files'>, sum: RowsDigest): void {
  const { chunks, rowsDigest } = sum;
  const digest = logicalDigest({ files: files.files, chunks, rowsDigest }, manifest.embedder.fingerprint);
  if (digest !== manifest.digest) throw new CoraError('BAD_ARTIFACT', 'its rows are others than its digest says');
}
