/** The part of a pattern behind a backslash, inside and outside of a set. */
import type { Anchor, SetItem } from './patternTokens.ts';
/** Where the parser stands: `chars` are the pattern's code points. */
export interface Cursor {
    pattern: string;
    chars: string[];
    at: number;
}
export type Escape = {
    type: 'literal';
    code: number;
} | {
    type: 'items';
    items: SetItem[];
} | {
    type: 'assert';
    at: Anchor;
};
/** Reads on from behind the backslash. */
export declare function readEscape(cursor: Cursor): Escape;
