/**
 * Finds where in a file a mention stands. A row says that a chunk mentions a name, not on which
 * line; the place is found again in the code without comments and strings, by what stands before
 * and after the name.
 */
import type { Reference } from '../base/types.ts';
import { type FileDefinition, type SourceFile } from './readFiles.ts';
export interface Mention {
    reference: Reference;
    line: number;
    /** 0-based, in UTF-16 code units. */
    column: number;
    /** The definitions around it, outermost first; a definition does not hold its own head. */
    around: readonly FileDefinition[];
}
/** Every place of the wanted references, by line; the overlap of two parts counts once. */
export declare function locateMentions(file: SourceFile, wanted: (reference: Reference) => boolean): Mention[];
