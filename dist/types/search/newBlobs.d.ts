/** Blobs of a view that have no rows in the table: read, and cut into rows when the caller asks for them. */
import type { FileStatus } from '../searchTypes.ts';
import type { ViewPath } from '../storePort.ts';
import type { ChunkedBlob, ChunkRow } from '../types.ts';
import type { Workspace } from '../workspace.ts';
import type { ViewMemory } from './viewMemory.ts';
export interface NewBlobsRequest {
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
    rows(): Promise<readonly ChunkRow[]>;
}
/** Committed files first, as readContents has it, so that a memory changes neither the order nor what is too much. */
export declare function newBlobs({ workspace, memory, contents, chunk }: NewBlobsRequest, files: readonly NewFile[]): AsyncGenerator<{
    file: NewFile;
    blob: ReadBlob | null;
}>;
export {};
