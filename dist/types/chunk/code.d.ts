/** Source code to segments and references: parse, read the query's captures, nest what they define. */
import type { Language } from './languagesRow.ts';
import type { LocatedReference, Segment } from './segments.ts';
import type { Source } from './source.ts';
export interface CodeSegments {
    segments: Segment[];
    references: LocatedReference[];
}
/** @returns a note instead where the text could not be parsed. A tree with errors still yields what could be made out. */
export declare function codeSegments(source: Source, language: Language): Promise<CodeSegments | {
    note: string;
}>;
