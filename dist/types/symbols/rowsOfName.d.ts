/** Rows of the caller's view that define or mention a name, and what resolving a mention needs of its file. */
import type { Site } from '../query/resolveReference.ts';
import type { CallerView, ViewedFile } from '../search/callerView.ts';
import type { ChunkStore } from '../store-port.ts';
import type { BlobKey, ChunkRow, Reference } from '../types.ts';
export interface SymbolContext {
    store: ChunkStore;
    view: CallerView;
}
export declare const COLUMNS: readonly ['chunkId', 'blobSha', 'language', 'kind', 'symbol', 'scope', 'signature', 'startLine', 'endLine', 'defines', 'references', 'text'];
export type Row = Pick<ChunkRow, (typeof COLUMNS)[number]>;
/** Rows of the view whose full-text index holds the token, with the files they stand in. */
export declare function rowsWith({ store, view }: SymbolContext, token: string): Promise<{
    row: Row;
    files: ViewedFile[];
}[]>;
export declare function importsOf({ store, view }: SymbolContext, rows: readonly Row[]): Promise<ReadonlyMap<BlobKey, Reference[]>>;
export declare function siteOf(row: Row, path: string, imports: ReadonlyMap<BlobKey, Reference[]>): Site;
/** The lines of the chunk that hold the name as a whole word; the chunk's first line if none does (a generated name). */
export declare function linesWith(row: Row, name: string, all: boolean): {
    line: number;
    preview: string;
}[];
export declare function lineOf(row: Row, line: number): string | undefined;
