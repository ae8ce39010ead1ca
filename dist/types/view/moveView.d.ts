/**
 * From a counted view to another one of the same repository: its statistics without the rows that left and with those that came,
 * wherever these come from. Rows of blobs that the table does not hold are made in memory.
 */
import type { FileStatus, Freshness } from '../base/searchTypes.ts';
import type { BlobKey, ChunkedBlob, ChunkRow, Embedder } from '../base/types.ts';
import type { StoredOutcomes } from '../store/state.ts';
import type { ChunkStore, ViewPath, ViewRecord } from '../store/storePort.ts';
import { ViewStatistics } from './statistics.ts';
import { type ViewedFile, type ViewFiles } from './viewFiles.ts';
import type { NewBlob, ViewMemory } from './viewMemory.ts';
import type { Workspace } from './workspace.ts';
/** Of new blobs beyond these the committed version is searched, and the answer says so: a query must not become a build. */
export declare const MOST_NEW: {
    files: number;
    bytes: number;
};
interface MoveRequest extends NewBlobsRequest {
    /** Blobs of the wanted files that the repository may not hold. */
    lacking: ReadonlySet<BlobKey>;
    /** Blobs that an earlier run read and found nothing in. */
    outcomes: StoredOutcomes;
    store: Promise<ChunkStore>;
    embedder: Embedder;
    memory: Pick<ViewMemory<unknown>, 'newBlob' | 'keepBlobs'>;
    /** How much of what is new is read. */
    most: {
        files: number;
        bytes: number;
    };
    signal?: AbortSignal;
}
interface MovedView {
    /** Those that were wanted, but for the files of `asCommitted`, and without new ones of which nothing is indexed: no build lists them. */
    files: ViewFiles;
    /** With those of which nothing is indexed. */
    looked: readonly ViewedFile[];
    statistics: ViewStatistics;
    /** Rows of blobs that are not in the table. */
    overlay: ChunkRow[];
    missing: Freshness['missingFiles'];
    asCommitted: string[];
    /** By path: bytes of committed files that only the working tree holds. */
    contents: ReadonlyMap<string, Uint8Array>;
    /** A file changed between the look at it and its reading, or could not be parsed this time. */
    torn: boolean;
}
/** @param files of the view that is wanted */
export declare function moveView(request: MoveRequest, base: ViewRecord, files: ViewFiles): Promise<MovedView>;
interface NewBlobsRequest {
    workspace: Workspace;
    memory: Pick<ViewMemory<unknown>, 'newBlob'>;
    /** By path: bytes that are known already. */
    contents: ReadonlyMap<string, Uint8Array>;
    chunk(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
}
type NewFile = ViewPath & {
    status: FileStatus;
};
interface ReadBlob {
    bytes: number;
    /** These are not the bytes that the blob is named after. */
    torn: boolean;
    read(): Promise<Pick<NewBlob, 'rows' | 'skipped'>>;
}
/** Committed files first, as readContents has it, so that a memory changes neither the order nor what is too much. */
export declare function newBlobs({ workspace, memory, contents, chunk }: NewBlobsRequest, files: readonly NewFile[]): AsyncGenerator<{
    file: NewFile;
    blob: ReadBlob | null;
}>;
export {};
