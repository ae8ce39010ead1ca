/**
 * manifest.json, the first member of an artifact: whose index it is, what it was made with, and the name, size and SHA-256
 * of every other member. Reading it trusts nothing: an archive that differs from its manifest by a byte is refused.
 */
import type { Shard } from '../types.ts';
export declare const MANIFEST = "manifest.json";
export declare const FILES = "files.json";
/** Prose about chunks: where it is there, it comes before the rows. */
export declare const COMMENTARY = "commentary.json.br";
export interface Member {
    name: string;
    /** Bytes, uncompressed. */
    size: number;
    sha256: string;
}
export interface Manifest {
    formatVersion: number;
    tool: {
        name: string;
        version: string;
    };
    /** Where the repository came from, without credentials; '' where it has no remote. */
    repository: string;
    commit: string;
    tree: string;
    embedder: {
        id: string;
        dimensions: number;
        fingerprint: string;
    };
    chunker: {
        version: number;
        fingerprint: string;
    };
    /** What shaped the view, and its hash as repo_state.json has it. */
    options: {
        include: string[];
        exclude: string[];
        maxFileSize: number;
        hash: string;
    };
    /** Only where it holds one shard of the view. */
    shard?: Shard;
    /** False: without text (--no-text). */
    text: boolean;
    counts: {
        files: number;
        chunks: number;
        bytes: number;
    };
    /** The logical digest: equal for equal rows, vectors and views. */
    digest: string;
    /** In the order of the archive. */
    members: Member[];
}
/** Members as large as this are held in memory; the writer's are a few megabytes. */
export declare const MOST_MEMBER_BYTES: number;
export declare const MOST_MANIFEST_BYTES: number;
/** Whoever joins them has all of their files open. */
export declare const MOST_SHARDS = 256;
export declare function encodeManifest(manifest: Omit<Manifest, 'formatVersion' | 'tool'>): Buffer;
/** @throws CoraError INCOMPATIBLE_INDEX for a format that this version does not read, BAD_ARTIFACT for anything odd */
export declare function parseManifest(json: Buffer): Manifest;
/** Where the rows begin. */
export declare function firstBlockOf(members: readonly Member[]): number;
export declare function blockNames(block: number): [rows: string, vectors: string];
