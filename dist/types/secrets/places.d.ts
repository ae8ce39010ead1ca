/**
 * Where the value of a name stands: a table of the ways in which languages, configurations, command lines and documents give a
 * value to a name. A pattern begins where the name ends, its groups are the value in the order of their quotes, and all of its
 * repetitions are bounded.
 */
import type { Span } from './secretRule.ts';
/** How sure it is that a text is a value and no expression of a program. */
export type Certainty = 'quoted' | 'line' | 'bare';
export interface Value extends Span {
    text: string;
    certainty: Certainty;
    /** The name of the place. */
    place: string;
}
/** The values that a name may have, by the places in their order. */
export declare function valuesOf(text: string, nameStart: number, nameEnd: number): Generator<Value>;
