/**
 * The matches of a query to plain spans of text; languages.ts says what the captures mean. One call into WebAssembly for
 * each capture, none for its text and its lines. Nothing here keeps a node.
 */
import type { ChunkKind } from '../base/types.ts';
import type { LocatedReference } from './chunksFrom.ts';
import type { Matches, Span } from './parser.ts';
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
    /** In lists of statements and declarations. */
    statements: Span[];
    /** Last parts of statements. */
    statementEnds: Span[];
}
export declare function capturesOf(text: string, { matches, statements }: Matches, lineAt: (offset: number) => number, separator?: string): Captures;
