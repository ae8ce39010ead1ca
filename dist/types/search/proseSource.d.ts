/**
 * Commentary as a search needs it: read whole, like commit messages, and read again when a writer changed it. Where nobody
 * asked for commentary, this is one look at a folder that is not there.
 */
import type { CommentaryRow } from '../base/answerTypes.ts';
export type Prose = Pick<CommentaryRow, 'contentHash' | 'words' | 'vector'>;
export interface ProseSource {
    /** @returns none where there is none, or none that can be read */
    read(): Promise<readonly Prose[]>;
    /** By content hash, of those that have it. */
    texts(contentHashes: readonly string[]): Promise<ReadonlyMap<string, string>>;
}
/** @param dir the store's folder of this embedder */
export declare function createProseSource(dir: string, dimensions: number): ProseSource;
