/**
 * Reads an artifact as a stream and trusts nothing in it: the members must come in the order, with the sizes and with the
 * hashes that the manifest gave first, and their content must be what an index can hold. Nothing is written; a name in the
 * archive is compared and never opened. At most one block of rows is in memory.
 */
import { RowsDigest } from '../../view/statistics.ts';
import { type ArtifactBlob, type RawBlock } from './blocks.ts';
import { type ArtifactManifest, type FilesMember, type PackedCommentary } from './members.ts';
import type { HalfCodec } from './vectorBlock.ts';
export interface ArtifactReader {
    manifest: ArtifactManifest;
    files: FilesMember;
    /** Prose of a language model, as whoever made the artifact says. */
    commentary: PackedCommentary[];
    /** All rows, whole blobs together. To be read to the end: what is wrong there is known only then. */
    blocks(): AsyncGenerator<ArtifactBlob[], void, undefined>;
    /** The same for those who decode and check it themselves: see decodeBlock and BlobOrder. One of the two can be read. */
    rawBlocks(): AsyncGenerator<RawBlock, void, undefined>;
}
/**
 * @param read gets the artifact; what it throws and what is wrong with the archive come out of here
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX that name the file; NO_INDEX where there is none
 */
export declare function withArtifact<T>(file: string, halves: HalfCodec, read: (reader: ArtifactReader) => Promise<T>): Promise<T>;
/** To be closed. What is wrong with its rows comes without the file's name: refusalOf adds it. @throws CoraError as withArtifact */
export declare function openArtifact(file: string, halves: HalfCodec): Promise<{
    reader: ArtifactReader;
    close(): Promise<void>;
}>;
interface OpenBytes {
    /** Decompressed. */
    bytes: AsyncIterable<Uint8Array>;
    close(): Promise<void>;
}
/** To be closed. @throws CoraError NO_INDEX where there is no such file, BAD_ARTIFACT for no archive, PLATFORM */
export declare function openBytes(file: string): Promise<OpenBytes>;
/**
 * An error of an archive with the name of its file, or of a published index with its address; any other error as it is.
 * @param remedy what to do where the error does not say it
 */
export declare function refusalNaming(place: string, error: unknown, remedy?: string): unknown;
/** The first member alone. @throws CoraError as withArtifact */
export declare function readArtifactManifest(file: string): Promise<ArtifactManifest>;
/** @param bytes the archive, decompressed @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export declare function readArtifact(bytes: AsyncIterable<Uint8Array>, halves: HalfCodec): Promise<ArtifactReader>;
/** To be read to the end. @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export declare function readProvenRows(reader: ArtifactReader): AsyncGenerator<ArtifactBlob[], void, undefined>;
/** @param sum of all its rows @throws CoraError BAD_ARTIFACT */
export declare function checkDigest({ manifest, files }: Pick<ArtifactReader, 'manifest' | 'files'>, sum: RowsDigest): void;
export {};
