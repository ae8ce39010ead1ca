/**
 * How well a definition of the right name fits a reference, by what stands in rows: the receiver, the file's imports, the
 * folder. It only chooses among definitions of one name, so a module's path is compared, not looked up. Pure.
 */
import type { Reference } from '../types.ts';
/** Where a definition of the name stands. */
interface Candidate {
    path: string;
    row: {
        scope: readonly string[];
    };
}
/** The imports that are known of a file. */
export type ImportsOf = (path: string) => readonly Reference[];
export type Fit = 0 | 1 | 2 | 3 | 4 | 5 | 6;
/** How much of an edge each is believed. */
export declare const CONFIDENCE: Readonly<Record<Fit, number>>;
/** @returns 0 where the file says that something else is meant; else the larger the better */
export declare function fitReference(reference: Reference, path: string, target: Candidate, importsOf: ImportsOf): Fit;
export {};
