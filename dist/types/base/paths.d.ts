/** Paths as texts: the folder and the name of one, and the PATH by which programs are found. Looks at no file. Pure. */
/** `a/b.ts` → 'a'; '' at the top */
export declare function folderOf(path: string): string;
/** `a/b.ts` → 'b.ts' */
export declare function fileNameOf(path: string): string;
/**
 * A relative entry means wherever Cora is; and npm, npx and husky put `node_modules/.bin` of the folder that they are started
 * in, and of those above it, before everything else. So a repository could bring a `git`, an `ssh`, a `node`.
 */
export declare function programPath(path: string): string;
/** @returns the same environment, with such a PATH; an empty one would mean the current directory, so it is left out */
export declare function withProgramPath(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv;
