/**
 * The chunks of one file, as an index has them: `cora chunks`, and chunksOf of the library. They
 * are cut anew, which gives the same (a row is a function of its blob), so no index is needed.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkKind } from '../base/types.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
export interface FileChunk {
    /** The id that results have. */
    chunkId: string;
    startLine: number;
    endLine: number;
    kind: ChunkKind;
    symbol: string;
    /** Names of the enclosing definitions or headings, outermost first. */
    scope: string[];
    signature: string;
    /** The parser's node type, 'lines' where no parser understood the content. */
    nodeType: string;
    /** 1-based position among the `parts` pieces of a definition that was too large for one chunk. */
    part: number;
    parts: number;
    /** The definition that it is a part or a member of ('Outer.inner'); '' at the top. */
    parent: string;
    /** A hash of what is embedded: its text and where it stands. */
    contentHash: string;
    /** Verbatim but for secrets. */
    text: string;
}
export interface FileChunks {
    path: string;
    /** The commit that was read; null for the working tree. */
    commit: string | null;
    language: string;
    status: FileStatus;
    /** Tells why the parser of the language was not used; null where it was, or there is none. */
    note: string | null;
    /** By their lines. */
    chunks: FileChunk[];
}
interface FileChunksRequest {
    /** Relative to the top level, with `/`. */
    path: string;
    /** A commit, branch or tag; without it the file as it is now. */
    revision?: string;
    signal?: AbortSignal;
}
/** @throws CoraError BAD_PATH that says why it is in no index, BAD_REVISION, USAGE */
export declare function fileChunks(indexing: IndexSettings, surroundings: Surroundings, { path, revision, signal }: FileChunksRequest): Promise<FileChunks>;
export {};
