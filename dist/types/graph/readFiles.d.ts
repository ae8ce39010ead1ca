/**
 * Files as the index holds them: all rows of a blob put together to lines, definitions with their
 * true scopes, and what the file mentions. Works alike for rows of the table and for uncommitted
 * files chunked in memory.
 */
import type { BlobKey, ChunkKind, ChunkRow, Reference } from '../base/types.ts';
import type { ChunkStore } from '../store/openStore.ts';
import type { RowColumn } from '../store/schema.ts';
import type { CallerView } from '../view/callerView.ts';
export interface SymbolContext {
    store: ChunkStore;
    view: CallerView;
}
export declare const FILE_COLUMNS: readonly ['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'signature', 'startLine', 'endLine', 'defines', 'references', 'text'];
export type FileRow = Pick<ChunkRow, (typeof FILE_COLUMNS)[number]>;
export interface FileDefinition {
    name: string;
    kind: ChunkKind;
    scope: string[];
    startLine: number;
    endLine: number;
    signature: string;
}
export interface SourceFile {
    language: string;
    /** By line number minus one; '' where no row holds the line. */
    lines: readonly string[];
    /** The file's lines with comments and strings blanked. */
    code: readonly string[];
    rows: readonly FileRow[];
    /** By start, outer before inner. */
    definitions: readonly FileDefinition[];
    imports: readonly {
        reference: Reference;
        row: FileRow;
    }[];
}
/** @returns the files that have rows in the table or in memory */
export declare function readFiles(context: SymbolContext, keys: Iterable<BlobKey>): Promise<Map<BlobKey, SourceFile>>;
/**
 * Returns the rows of some blobs: of those in memory the ones there, else those of the table, which
 * stand first.
 */
export declare function rowsOfBlobs<C extends RowColumn>({ store, view }: SymbolContext, keys: Iterable<BlobKey>, columns: readonly C[]): Promise<Pick<ChunkRow, C | 'blobSha' | 'language'>[]>;
/** @param rows all of one blob; never empty */
export declare function fileOf(rows: readonly FileRow[]): SourceFile;
/** The definitions around a line, outermost first. */
export declare function definitionsAround(file: SourceFile, line: number): readonly FileDefinition[];
/**
 * @param prefix DEFINES or REFERS of words.ts
 * @returns ids of rows in the table, and keys of the blobs that hold them or rows in memory
 */
export declare function rowsOfName({ store, view }: SymbolContext, prefix: string, names: Iterable<string>): Promise<{
    chunkIds: string[];
    keys: Set<BlobKey>;
}>;
