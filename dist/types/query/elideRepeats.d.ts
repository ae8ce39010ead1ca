/** Lines that an answer has shown already: the same code in two files, the same preparation in ten tests. Pure. */
import type { LineRange } from '../searchTypes.ts';
export interface Repeats {
    /**
     * @param lines of a result
     * @param signature of its declaration on one line, '' for none
     * @returns ranges of its lines, the first being 1, that were shown before or stand in it twice; without lines that open a block
     */
    find(lines: readonly string[], signature: string): LineRange[];
    /** These lines are shown now. */
    add(lines: readonly string[]): void;
}
export declare function createRepeats(): Repeats;
