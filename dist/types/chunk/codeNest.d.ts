/** Definitions found in a text to a tree of segments: who is inside of whom, with scope, signature and documentation. */
import type { Captures } from './codeCaptures.ts';
import type { Language } from './languagesRow.ts';
import { type Segment } from './segments.ts';
type LineAt = (offset: number) => number;
export declare function nestDefinitions(text: string, language: Language, captures: Omit<Captures, 'references'>, lineAt: LineAt): Segment[];
export {};
