/**
 * The three attributes that decide whether a file is indexed, from the .gitattributes of a tree.
 * Git 2.39 can only look them up in a working tree or an index; a view is a function of its tree
 * alone, also in a bare repository.
 */
export interface IndexingAttributes {
    /** linguist-generated: true, false where it is unset, undefined where nothing is said. */
    generated: boolean | undefined;
    /** linguist-vendored. */
    vendored: boolean | undefined;
    /** The filter that the file went through before it was stored. */
    filter: string | undefined;
}
export declare class TreeAttributes {
    #private;
    /**
     * @param files the text of each .gitattributes by its directory, '' for the top level
     * @param info the text of the repository's own, `info/attributes`: stronger than all others
     */
    constructor(files: ReadonlyMap<string, string>, info?: string);
    of(path: string): IndexingAttributes;
}
/** False where no line of these, alone or with those of a tree, can decide about a file. */
export declare function mayDecide(text: string): boolean;
/** Returns the lines of a file of rules, one character for each byte. */
export declare function ruleLines(text: string): string[];
/** Matches the path from the directory of the rules; without a slash, the name in any directory. */
export type PathMatcher = (relative: string, name: string) => boolean;
/** @returns null for a pattern that matches nothing */
export declare function pathMatcher(pattern: string): PathMatcher | null;
/** The directories above a path, outermost first: 'a/b/c' → ['', 'a', 'a/b']. */
export declare function directoriesOf(path: string): string[];
/** One character for each byte: git's patterns match bytes, so that `?` is not `ü`. */
export declare function byteString(path: string): string;
/**
 * Git's wildmatch, in time linear in pattern × path.
 * @param pattern as bytes, like what it is compared with: one character each
 * @returns null for a pattern that matches nothing (an open bracket)
 */
export declare function wildmatch(pattern: string): ((bytes: string) => boolean) | null;
