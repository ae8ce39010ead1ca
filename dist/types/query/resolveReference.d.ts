/**
 * Which definition a reference means: by the rules a reader uses (same class, same file, what is imported, same folder,
 * the only one there is), most certain first. Pure. What stays ambiguous stays unresolved: a wrong edge costs more than none.
 */
import type { ChunkKind, Reference } from '../types.ts';
/** A definition that a reference may mean. */
export interface Target {
    name: string;
    kind: ChunkKind;
    path: string;
    language: string;
    scope: readonly string[];
}
/** Where a reference stands. */
export interface Site {
    path: string;
    language: string;
    /** Enclosing definitions of the reference, outermost first, with the definition that holds it. */
    scope: readonly string[];
    /** The imports of the whole file. */
    imports: readonly Reference[];
}
export type Certainty = 'scope' | 'file' | 'import' | 'receiver' | 'folder' | 'only';
export interface Resolved<T extends Target> {
    target: T;
    by: Certainty;
}
/** @returns the definition, or null where none fits or several fit equally well */
export declare function resolveReference<T extends Target>(reference: Reference, site: Site, targets: readonly T[]): Resolved<T> | null;
export declare function sameFamily(a: string, b: string): boolean;
/** Whether a module name, as the language writes it, can mean the file: `./bar`, `a.b.c`, `crate::a::b`, `github.com/o/r/pkg`. */
export declare function moduleMatches(module: string, from: string, path: string): boolean;
