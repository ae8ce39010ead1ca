/**
 * Files as the index holds them: all rows of a blob put together to lines, definitions with their true scopes, and what
 * the file mentions. Works alike for rows of the table and for uncommitted files chunked in memory.
 */
import type { BlobKey, ChunkKind, ChunkRow, Reference } from '../base/types.ts';
import type { SymbolContext } from './rowsOfName.ts';
export declare const FILE_COLUMNS: readonly ['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'signature', 'startLine', 'endLine', 'defines', 'references', 'text'];
export type Row = Pick<ChunkRow, (typeof FILE_COLUMNS)[number]>;
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
    /** The same with comments and strings blanked. */
    code: readonly string[];
    rows: readonly Row[];
    /** By start, outer before inner. */
    definitions: readonly FileDefinition[];
    imports: readonly {
        reference: Reference;
        row: Row;
    }[];
}
/** @returns the files that have rows in the table or in memory */
export declare function readFiles({ store, view }: SymbolContext, keys: Iterable<BlobKey>): Promise<Map<BlobKey, SourceFile>>;
/** @param rows all of one blob; never empty */
export declare function fileOf(rows: readonly Row[]): SourceFile;
/** The definitions around a line, outermost first. */
export declare function definitionsAround(file: SourceFile, line: number): readonly FileDefinition[];
