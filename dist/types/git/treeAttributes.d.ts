/**
 * The three attributes that decide if a file is indexed, from the .gitattributes of a tree. Git
 * 2.39 can only look them up in a working tree or an index, but a view must depend on its tree
 * alone, also in a bare repository.
 */
export interface IndexingAttributes {
    /** linguist-generated: true, false if it is unset, undefined if nothing is said. */
    generated: boolean | undefined;
    /** linguist-vendored. */
    vendored: boolean | undefined;
    /** The filter that changed the file before it was stored. */
    filter: string | undefined;
}
export declare class TreeAttributes {
    #private;
    /**
     * @param files the text of each .gitattributes by its directory, '' for the top level
     * @param info the text of the repository's own `info/attributes`, which overrides all others
     */
    constructor(files: ReadonlyMap<string, string>, info?: string);
    of(path: string): IndexingAttributes;
}
/** False if no line, alone or together with those of a tree, can affect indexing. */
export declare function mayDecide(text: string): boolean;
/** Returns the lines of a rule file, with one character for each byte. */
export declare function ruleLines(text: string): string[];
/**
 * Matches a path relative to the rules' directory; a pattern without a slash matches the name in
 * any directory.
 */
export type PathMatcher = (relative: string, name: string) => boolean;
/** @returns null for a pattern that matches nothing */
export declare function pathMatcher(pattern: string): PathMatcher | null;
/**
 * Returns one character for each byte, because git's patterns match bytes: `?` does not match `ü`.
 */
export declare function byteString(path: string): string;
/**
 * Compiles a pattern of git's wildmatch to run in time linear in pattern × path.
 * @param pattern in bytes, one character each, like the text that it matches
 * @returns null for a pattern that matches nothing (an unclosed bracket)
 */
export declare function wildmatch(pattern: string): ((bytes: string) => boolean) | null;
