/**
 * An artifact has three members beside its rows: manifest.json comes first and names every other one with size and SHA-256; files.json
 * holds the paths of the view, commentary.json.br prose by content hash. The reader trusts nothing: a difference of a byte is refused.
 */
import { type JsonLimits } from '../../base/boundedJson.ts';
import { CoraError } from '../../base/errors.ts';
import type { Shard, SkippedFile } from '../../base/types.ts';
import type { ViewPath } from '../../store/storePort.ts';
export declare const MANIFEST = "manifest.json";
export declare const FILES_MEMBER = "files.json";
/** Prose about chunks: where it is there, it comes before the rows. */
export declare const COMMENTARY_MEMBER = "commentary.json.br";
export interface Member {
    name: string;
    /** Bytes, uncompressed. */
    size: number;
    sha256: string;
}
export interface ArtifactManifest {
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
export declare function encodeManifest(manifest: Omit<ArtifactManifest, 'formatVersion' | 'tool'>): Buffer;
/** @throws CoraError INCOMPATIBLE_INDEX for a format that this version does not read, BAD_ARTIFACT for anything odd */
export declare function parseManifest(json: Buffer): ArtifactManifest;
/** @returns INCOMPATIBLE_INDEX for rows that this version would have cut in another way; null for its own */
export declare function chunkerMismatch({ chunker }: ArtifactManifest, hint: string): CoraError | null;
/** Where the rows begin. */
export declare function firstBlockOf(members: readonly Member[]): number;
export declare function blockNames(block: number): [rows: string, vectors: string];
export interface FilesMember {
    /** Sorted by path, in code units. */
    files: ViewPath[];
    skipped: SkippedFile[];
    /** Paths whose content could not be indexed. */
    failed: string[];
}
export declare function encodeFiles({ files, skipped, failed }: FilesMember): Buffer;
/** @throws CoraError BAD_ARTIFACT */
export declare function decodeFiles(json: Buffer): FilesMember;
export interface PackedCommentary {
    contentHash: string;
    model: string;
    prompt: number;
    text: string;
}
/** Sorted by content hash, each once. */
export declare function encodeCommentaryMember(rows: readonly PackedCommentary[]): Buffer;
/** @throws CoraError BAD_ARTIFACT */
export declare function decodeCommentaryMember(bytes: Buffer): PackedCommentary[];
/**
 * @param what it is, for the error: `rows`
 * @returns null for what is no JSON
 * @throws CoraError BAD_ARTIFACT for more than the limits
 */
export declare function parseHostileJson(bytes: Buffer, limits: JsonLimits, what: string): unknown;
export declare function isObject(value: unknown): value is Record<string, unknown>;
/** Zero and above. */
export declare function isSafeInteger(value: unknown, most?: number): value is number;
/** @param most UTF-16 code units */
export declare function isText(value: unknown, most: number): value is string;
export declare function isHex(value: unknown, least: number, most: number): value is string;
