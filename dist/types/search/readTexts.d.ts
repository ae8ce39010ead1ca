/** The text of what was selected: from the caller's blobs and files, else, for those who have only an index, from the table. */
import type { ChunkRow, Embedder, Reranker } from '../base/types.ts';
import type { BlobReader } from '../git/openBlobReader.ts';
import type { ChunkStore } from '../store/storePort.ts';
import type { CallerView } from '../view/callerView.ts';
import type { RowCache } from '../view/searchedView.ts';
import type { Workspace } from '../view/workspace.ts';
import type { ProseSource } from './proseSource.ts';
import type { Selected } from './rank/select.ts';
import type { PathVectors } from './retrieve.ts';
import { type FileText, type ShownRow } from './show/placeChunk.ts';
/** What a search works with beside the view. */
export interface SearchContext {
    /** Null where only an index is at hand, without its repository. */
    caller: {
        workspace: Workspace;
        blobs: BlobReader;
    } | null;
    store: Promise<ChunkStore>;
    /** Null where the index has none. */
    prose: ProseSource | null;
    embedder: Embedder;
    /** Null where none was asked for. */
    reranker: Reranker | null;
    /** What earlier searches of this process read. */
    rows: RowCache;
    paths: PathVectors;
}
export interface Texts {
    text: FileText;
    shown: ReadonlyMap<string, ShownRow>;
    /** Commentary by chunk id. */
    prose: ReadonlyMap<string, string>;
}
export declare function readTexts(context: SearchContext, view: CallerView, selected: readonly Selected[]): Promise<Texts>;
/** Of what was selected, by chunk id. */
export declare function shownRows<C extends keyof ShownRow | 'contentHash'>(store: ChunkStore, { overlay }: CallerView, selected: readonly Selected[], columns: readonly C[]): Promise<ReadonlyMap<string, Pick<ChunkRow, C | 'chunkId'>>>;
