/**
 * Paths as strings. Git's paths are bytes; nearly all are UTF-8 and stand as they are. A byte that is not part of valid
 * UTF-8 becomes U+FFFD and its two upper-case hex digits, and a U+FFFD that is really in the path is doubled, so that every
 * path survives JSON, no two paths share a string, and the bytes come back.
 *
 *   63 61 66 E9 2E 63      → 'caf\uFFFDE9.c'
 *   EF BF BD 2E 63         → '\uFFFD\uFFFD.c'
 */
export declare function pathFromBytes(bytes: Uint8Array): string;
/** The bytes of the path as git and the file system know it. */
export declare function bytesFromPath(path: string): Buffer;
/** What the file system functions of Node take: a string wherever one names the same file. */
export declare function fsPath(root: string, path: string): string | Buffer;
/** Records that end with NUL, as `-z` prints them, with paths in them. */
export declare function nulRecords(output: Uint8Array): string[];
/** Standard input for commands that read NUL-terminated paths. */
export declare function nulPaths(paths: Iterable<string>): Buffer;
/** Order of code units, the same everywhere: git's own order is that of bytes. */
export declare function comparePaths(a: {
    path: string;
}, b: {
    path: string;
}): number;
/** As `split` does it: what stands behind the last NUL is a part too. */
export declare function splitAtNul(bytes: Buffer): Buffer[];
