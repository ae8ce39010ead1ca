/** Which source a named place belongs to, if the model was shown it. Pure. */
import type { AskSource, Citation } from '../citationTypes.ts';
/** What an answer names: lines of a path, or a source by its number. */
export type Place = {
    path: string;
    startLine: number;
    endLine: number;
} | {
    number: number;
};
export type Resolved = Omit<Citation, 'text' | 'at'>;
/** @returns answers null for what names nothing, as there are no sources to number */
export declare function createResolver(sources: readonly AskSource[]): (place: Place) => Resolved | null;
