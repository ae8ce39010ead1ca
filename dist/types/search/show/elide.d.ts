/**
 * It leaves out lines of a result that say nothing about what was asked: licences, imports that its code does not use, code that a
 * better result shows. They stay where the query asks for them; no line is ever changed. Pure.
 */
import type { LineRange } from '../../base/searchTypes.ts';
import type { QueryWords } from '../queryWords.ts';
import type { FileLines, Placed } from './placeChunk.ts';
interface Elider {
    /**
     * @param signature of its declaration on one line, '' for none
     * @returns ranges within the result, in order; never all of its chunk
     */
    elide(placed: Placed, file: ElidedFile, signature: string): LineRange[];
    /** The result is shown, as far as it was not elided. */
    add(placed: Placed): void;
}
interface ElidedFile {
    path: string;
    language: string;
    /** Null where only the chunk's own text is known. */
    lines: FileLines | null;
}
export declare function createElider(words: QueryWords): Elider;
/** @param head the file's first lines */
export declare function findLicence(head: readonly string[]): LineRange[];
export {};
