/** One blob to its chunks: chooses who reads the content, and falls back to lines where that reader cannot. Source code is
 * parsed here, and its parts in other languages with it. */
import type { Bounds } from '../base/frame.ts';
import type { ChunkedBlob } from '../base/types.ts';
import type { Language } from '../languages/languagesRow.ts';
import { type LocatedReference, type Segment } from './chunksFrom.ts';
import { type Source } from './source.ts';
/**
 * @param language as src/git names it; an unknown one is chunked by lines
 * @returns null for binary content; `note` tells why a parser was not used where there is one
 */
export declare function chunkBlob(bytes: Uint8Array, language: string): Promise<ChunkedBlob | null>;
interface CodeSegments {
    segments: Segment[];
    references: LocatedReference[];
    statements: Bounds;
}
/** @returns a note instead where the text could not be parsed. A tree with errors still yields what could be made out. */
export declare function codeSegments(source: Source, language: Language): Promise<CodeSegments | {
    note: string;
}>;
export {};
