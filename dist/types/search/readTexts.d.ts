/** The text of what was selected: from the caller's blobs and files, else, for those who have only an index, from the table. */
import type { FileText } from '../query/assemble.ts';
import type { Selected } from '../query/select.ts';
import type { ChunkStore } from '../store-port.ts';
import type { Embedder } from '../types.ts';
import type { Workspace } from '../workspace.ts';
import type { CallerView } from './callerView.ts';
/** What a search works with beside the view. */
export interface SearchContext {
    /** Null where only an index is at hand, without its repository. */
    workspace: Workspace | null;
    store: Promise<ChunkStore>;
    embedder: Embedder;
}
export interface Texts {
    lines: FileText;
    /** By chunk id: where no file could be read, and pieces of overlong lines. */
    stored: ReadonlyMap<string, string>;
}
export declare function readTexts(context: SearchContext, view: CallerView, selected: readonly Selected[]): Promise<Texts>;
