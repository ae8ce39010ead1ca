/** files.json: the view's paths, and what the build left out. Paths are shown and compared, never opened. */
import type { ViewPath } from '../storePort.ts';
import type { SkippedFile } from '../types.ts';
export interface FilesMember {
    /** Sorted by path, in code units. */
    files: ViewPath[];
    skipped: SkippedFile[];
    /** Paths whose content could not be indexed. */
    failed: string[];
}
export declare function encodeFiles({ files, skipped, failed }: FilesMember): Buffer;
/** @throws CoraError BAD_ARTIFACT */
export declare function decodeFiles(json: Buffer): FilesMember;
