/** Which of many ranges of lines hold a line, without a look at each of them. Pure. */
import type { LineRange } from '../base/searchTypes.ts';
export declare class LineSpans<T extends LineRange> {
    #private;
    /** @param spans by their first line */
    constructor(spans: readonly T[]);
    /** Those that hold the line, in their order. */
    around(line: number): readonly T[];
    first(line: number): T | undefined;
    last(line: number): T | undefined;
}
/** The spans of a list that nobody changes, worked out once. */
export declare function spansOf<T extends LineRange>(list: readonly T[]): LineSpans<T>;
