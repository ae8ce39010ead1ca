/** Paths that a line mentions: `src/foo.ts`, `../guide/setup.md`. Not web addresses, not absolute paths, not fractions. */
export declare function mentionedPaths(line: string): string[];
/** `./a/../b` → `./b`; a leading `./` or `../` stays, it says what the path is relative to. */
export declare function normalised(path: string): string;
