/** What has to be said of an answer beside its results, a sentence each. Pure. */
import type { SearchResult } from '../searchTypes.ts';
/** @returns [] for a whole answer about everything that the caller has */
export declare function answerNotes(result: SearchResult): string[];
/** Controls written out: `\n`, `\u001b`. */
export declare function oneLine(text: string): string;
