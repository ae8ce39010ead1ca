/**
 * The matches of a query to plain spans of text; languages.ts says what the captures mean. One call into WebAssembly for
 * each capture, none for its text and its lines. Nothing here keeps a node.
 */
import type { ChunkKind } from '../types.ts';
import type { QueryMatch } from './parser.ts';
import type { LocatedReference } from './segments.ts';
/** Offsets in UTF-16 code units, half-open. */
export interface Span {
    start: number;
    end: number;
}
export interface Found extends Span {
    name: string;
    nameStart: number;
    kind: ChunkKind;
    nodeType: string;
    /** Where the signature ends, null where the query does not say. */
    body: number | null;
    /** A type that it belongs to without being inside of it, as written. */
    scope: string;
    /** False for `impl Foo`: it holds members of a name that is defined elsewhere. */
    defines: boolean;
    pattern: number;
}
export interface Captures {
    definitions: Found[];
    references: LocatedReference[];
    comments: Span[];
    decorators: Span[];
    docs: Span[];
}
export declare function capturesOf(text: string, matches: QueryMatch[], lineAt: (offset: number) => number, separator?: string): Captures;
