/**
 * Writes an artifact. The manifest comes first and holds every member's hash, so the members wait in a temporary folder
 * beside the target; the finished file appears by a rename, whole or not at all.
 */
import { type Compression } from './archive.ts';
import { type BlockRow, type PackedBlob } from './blocks.ts';
import { type ArtifactManifest, type FilesMember, type PackedCommentary } from './members.ts';
import { type HalfCodec } from './vectorBlock.ts';
export type RowWithVector = BlockRow & {
    vector: Float32Array;
};
export interface ArtifactContent {
    about: Omit<ArtifactManifest, 'formatVersion' | 'tool' | 'members' | 'digest'>;
    files: FilesMember;
    /** Of chunks of the view, sorted by content hash; without any there is no such member. */
    commentary: readonly PackedCommentary[];
    /** All rows, whole blobs together, in the order of their first path. */
    blobs: AsyncIterable<PackedBlob<RowWithVector>>;
    /** Asked for after the last row. */
    digest(): string;
    halves: HalfCodec;
}
export interface WrittenArtifact {
    file: string;
    /** Bytes of the file. */
    size: number;
    /** Of the file, 64 hex digits. */
    sha256: string;
    manifest: ArtifactManifest;
}
/** @throws CoraError STORE where the file cannot be written, and what `blobs` throws */
export declare function writeArtifact(file: string, compression: Compression, content: ArtifactContent): Promise<WrittenArtifact>;
