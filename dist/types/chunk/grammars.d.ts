/**
 * Where the grammars and the parser's own files are: beside the bundle in `grammars/`, compressed, or, when Cora runs from
 * its sources, in node_modules. Stops at bytes and addresses: parser.ts loads them.
 *
 *   grammars/tree-sitter-NAME.wasm.br   one per grammar
 *   grammars/tree-sitter.wasm.br        web-tree-sitter's own
 *   grammars/web-tree-sitter.js         its JavaScript, a file of its own so that a crashed one can be loaded afresh
 */
/**
 * Without the parser every file would be cut by lines, which is a worse index and no error.
 * @throws CoraError PLATFORM where the files of the installation are not there
 */
export declare function assertInstalled(): void;
/** @throws Error where there is no such grammar */
export declare function grammarBytes(name: string): Uint8Array;
export declare function runtimeBytes(): Uint8Array;
/** A URL to import web-tree-sitter from. */
export declare function runtimeUrl(): string;
