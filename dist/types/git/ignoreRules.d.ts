/** .coraignore and .cursorignore of any directory, read as git reads .gitignore. */
export declare class IgnoreRules {
    #private;
    /**
     * @param name of the files, for saying why
     * @param files the text of each by its directory, '' for the top level
     */
    constructor(name: string, files: ReadonlyMap<string, string>);
    /** The name of the ignore files where they leave the path out, else undefined. */
    ignores(path: string): string | undefined;
}
