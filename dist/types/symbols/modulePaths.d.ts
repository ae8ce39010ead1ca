/** Module paths of languages whose modules are folders or namespaces: Go, the JVM's, Rust, PHP. */
import { type PathIndex } from './pathIndex.ts';
/** The folder that go.mod's module path leads to; a test file's own package counts as the folder's. */
export declare function goPaths(module: string, { packages, filesIn }: PathIndex): string[];
/** `a.b.C` is a file C in a folder that ends with a/b, or something in any file of that folder; `a.b` all files of it. */
export declare function jvmPaths(module: string, { byName, filesIn }: PathIndex): string[];
/** `crate::a::b`, `super::a`, `self::a`, `other_crate::a`; a module of the file's own is named without any of these. */
export declare function rustPaths(module: string, from: string, index: PathIndex): string[];
/** PSR-4 without its prefix table: the longest end of the namespace that is the end of one path only. */
export declare function phpPaths(module: string, from: string, index: PathIndex): string[];
