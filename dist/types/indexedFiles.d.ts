/** The files of the caller's view, a page at a time, and the definitions of one of them. */
import { type Filters } from './search/searchedView.ts';
import type { FileStatus } from './searchTypes.ts';
import type { SymbolContext } from './symbols/rowsOfName.ts';
import type { SymbolHit } from './symbols.ts';
export interface IndexedFile {
    path: string;
    language: string;
    status: FileStatus;
    chunks: number;
}
export interface FilesRequest extends Pick<Filters, 'paths' | 'languages'> {
    offset: number;
    limit: number;
}
/** @returns by path; `total` and `languages` (most files first) count those that match on all pages */
export declare function indexedFiles({ store, view }: SymbolContext, { paths, languages, offset, limit }: FilesRequest): Promise<{
    total: number;
    languages: {
        language: string;
        files: number;
    }[];
    files: IndexedFile[];
}>;
/** @returns definitions by line, outer before inner. @throws CoraError BAD_PATH for a file that is not indexed */
export declare function fileOutline(context: SymbolContext, path: string): Promise<SymbolHit[]>;
