/** What was redacted in a view: from its rows, so that it is the same however these came to be there. */
import type { ChunkStore, ViewPath } from '../storePort.ts';
import type { BlobKey, RedactedCount } from '../types.ts';
export interface RedactedSecret {
    path: string;
    /** 1-based. */
    line: number;
    /** The id of the rule: docs/secrets.md. */
    rule: string;
}
/** @returns by path, in the order of the files, then line */
export declare function listRedacted(store: ChunkStore, files: readonly ViewPath[]): Promise<RedactedSecret[]>;
/** @returns how many there are, and the blobs that hold them, sorted */
export declare function countRedacted(store: ChunkStore, files: readonly ViewPath[]): Promise<{
    count: RedactedCount;
    blobs: BlobKey[];
}>;
