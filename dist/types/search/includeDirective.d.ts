/**
 * Reads directives such as `file:README.md` and `decl:src/foo.ts#Foo`, which add files and
 * declarations to an answer, whatever their rank.
 */
export interface IncludeDirective {
    /** The directive as it was given. */
    text: string;
    /** The paths that may be meant, likeliest first; empty for a declaration in any file. */
    paths: readonly string[];
    /** The declaration, such as `Outer.inner`; null for the whole file. */
    name: string | null;
}
/** Separates directives from the globs that `--include` also takes. */
export declare function splitIncludes(values: readonly string[]): {
    directives: string[];
    globs: string[];
};
/**
 * Reads directives whose paths are relative to the repository.
 * @throws CoraError USAGE for text that is no directive
 */
export declare function readDirectives(texts: readonly string[]): IncludeDirective[];
/**
 * @param prefix the caller's directory in the repository with a `/` at its end, '' for the top.
 * Paths may be relative to it, or to the top
 */
export declare function readDirective(text: string, prefix: string): IncludeDirective;
