/** Definitions found in a text to a tree of segments: who is inside of whom, with scope, signature and documentation. */
import type { Language } from '../languages/languagesRow.ts';
import { type Segment } from './chunksFrom.ts';
import type { Captures } from './codeCaptures.ts';
import type { LineIndex } from './source.ts';
export declare function nestDefinitions(text: string, language: Language, captures: Omit<Captures, 'references'>, lines: LineIndex): Segment[];
/**
 * @param definition offsets of the definition, decorators included, and of its body; null where unknown: the first line is
 *   taken then
 * @param atDeclares true where `@` begins declarations rather than attributes
 */
export declare function signatureOf(text: string, { start, end, body }: {
    start: number;
    end: number;
    body: number | null;
}, lines: LineIndex, atDeclares?: boolean): string;
/** @param comments their source text, in order; a docstring may come with its quotes */
export declare function docOf(comments: string[]): string;
