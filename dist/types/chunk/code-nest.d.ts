/** Definitions found in a text to a tree of segments: who is inside of whom, with scope, signature and documentation. */
import type { Captures } from './code-captures.ts';
import type { Language } from './languages-row.ts';
import type { Segment } from './segments.ts';
import type { Source } from './source.ts';
type LineAt = (offset: number) => number;
export declare function nestDefinitions(source: Source, language: Language, captures: Omit<Captures, 'references'>, lineAt: LineAt): Segment[];
export {};
