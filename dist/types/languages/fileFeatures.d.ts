/**
 * What a path says about the worth of a file as an answer, whatever the query: tests, examples, old versions and prose
 * explain code, they are not it. Each feature has a weight in weights.ts and is switched off when the query asks for its kind. Pure.
 */
export interface FileFeatures {
    test: boolean;
    example: boolean;
    /** Kept for compatibility: legacy, deprecated, polyfills. */
    legacy: boolean;
    /** Documents and data. */
    prose: boolean;
    /** Folders above the file. */
    depth: number;
}
export type Penalised = 'test' | 'example' | 'legacy' | 'prose';
export declare function fileFeaturesOf(path: string, language: string): FileFeatures;
/** @param isThere whether a path is among those to choose from */
export declare function isDeclarationBeside(path: string, isThere: (path: string) => boolean): boolean;
/** `a/Mapper.Async.cs` where there is `a/Mapper.cs`. */
export declare function isPartBeside(path: string, isThere: (path: string) => boolean): boolean;
/** Which kinds a query asks for: they are not penalised. */
export declare function askedKinds(terms: ReadonlySet<string>): ReadonlySet<Penalised>;
