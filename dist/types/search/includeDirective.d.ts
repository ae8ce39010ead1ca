/** `file:README.md`, `decl:src/foo.ts#Foo`: shown to the caller whatever the ranking says. */
export interface IncludeDirective {
    /** The directive as it was given. */
    text: string;
    /** The paths that may be meant, likeliest first; none for a declaration of any file. */
    paths: readonly string[];
    /** The declaration, `Outer.inner` for an inner one; null for the whole file. */
    name: string | null;
}
/** `--include` also takes the globs of a setting. */
export declare function splitIncludes(values: readonly string[]): {
    directives: string[];
    globs: string[];
};
/**
 * Paths are seen from the top of the repository.
 * @throws CoraError USAGE for a text that is no directive
 */
export declare function readDirectives(texts: readonly string[]): IncludeDirective[];
/**
 * @param prefix the caller's directory in the repository with `/`, '' for its top: paths are seen
 * from there, or from the top
 */
export declare function readDirective(text: string, prefix: string): IncludeDirective;
