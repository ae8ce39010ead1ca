/** Which line rules a language has: its own row, the generic words, or none for prose and data. */
import type { LineRules } from './linesModel.ts';
/** @returns null where nothing but paragraphs is to be found */
export declare function rulesOf(language: string): LineRules | null;
