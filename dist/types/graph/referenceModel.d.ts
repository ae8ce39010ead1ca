/**
 * Declares what resolving a reference takes and gives: definitions, imports, the place where the
 * reference stands, and the sets of definitions that it chooses from.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkKind, ReferenceKind } from '../base/types.ts';
/** A definition that a reference may mean. */
export interface Target {
    name: string;
    kind: ChunkKind;
    path: string;
    language: string;
    /** Names of the enclosing definitions, outermost first. */
    scope: readonly string[];
    /** The first line of the declaration, '' if unknown. */
    signature: string;
    startLine: number;
}
/** A name that an import binds in a file. */
export interface Imported {
    /** The name in the file; '*' for all top-level names of the module. */
    local: string;
    /** The name in the module; null for the module itself. */
    name: string | null;
    /** The files of the module; empty where it is not in the view. */
    paths: ReadonlySet<string>;
    /** The lines for which it holds, where not for all of the file. */
    lines?: {
        startLine: number;
        endLine: number;
    };
    /** The inline module of the file that is meant. */
    within?: string;
}
/** A type as written at a variable's declaration. */
export interface TypeName {
    name: string;
    from: string | null;
}
/** Class → what its own head says that it inherits from. */
export type Heads = ReadonlyMap<string, readonly TypeName[]>;
/** Tells where a reference stands and what its file says about names. */
export interface Site {
    path: string;
    language: string;
    line: number;
    /** Enclosing definitions, outermost first, with the one that holds the reference. */
    scope: readonly string[];
    /** The class around, null outside of classes. */
    owner: string | null;
    /** The base classes of the file's classes. */
    heads: Heads;
    imports: readonly Imported[];
    /**
     * True for the file itself and for what it includes, directly or not. Only languages with textual
     * inclusion ask.
     */
    sees(path: string): boolean;
    /**
     * Returns what the innermost block around the place that binds the name binds it to; null where
     * none but the file does.
     */
    bindingOf(name: string): Binding | null;
    /** The blocks of statements of the file that hold definitions of the name; the same object. */
    blocksOf(name: string): Blocks;
    /** The innermost of them around the place; null outside of all. */
    blockAt(name: string): LocalBlock | null;
    /** True where a definition around calls one of its type parameters so. */
    isTypeParameter(name: string): boolean;
    /** True where a parameter or a local variable has the name. */
    isLocal(name: string): boolean;
    /** The declared type of a variable that is the receiver, null if none is written. */
    typeOf(receiver: string): TypeName | null;
    /** Files of a module path as the language writes it; empty where it is not in the view. */
    modulePaths(module: string): ReadonlySet<string>;
    /** A path leads to the name, in a language whose paths may begin where they stand: `util::f`. */
    isPath: boolean;
    /** The module that such a path means if it does begin here: `super`, `self::util`. */
    moduleFromHere(path: string): {
        module: string;
        scope: readonly string[];
    } | null;
}
/** A variable, an import, or the definitions that begin on the lines. */
export type Binding = 'variable' | 'import' | ReadonlySet<number>;
/** A block of statements that holds definitions of a name, and the next such one around it. */
export interface LocalBlock {
    from: number;
    to: number;
    outer: LocalBlock | null;
}
export interface Blocks {
    /** An outer one before those in it. */
    all: readonly LocalBlock[];
    /** By the first line of a definition: the innermost block around it. */
    byLine: ReadonlyMap<number, LocalBlock>;
}
export type ReferenceCertainty = 'scope' | 'file' | 'import' | 'receiver' | 'inherited' | 'folder' | 'only';
export interface Resolved<T extends Target> {
    target: T;
    by: ReferenceCertainty;
}
/**
 * `elsewhere`: it certainly means something that is not in the view. Null: nothing fits, or several
 * fit equally well.
 */
export type Resolution<T extends Target> = Resolved<T> | 'elsewhere' | null;
/** Tells where a name is defined. Lines are those of the whole definition. */
export interface SymbolHit extends Target {
    startLine: number;
    endLine: number;
    status: FileStatus;
    scope: string[];
}
/** Tells where a name is mentioned. */
export interface ReferenceHit {
    name: string;
    kind: ReferenceKind;
    path: string;
    line: number;
    /** The definition that holds the mention, '' at the top of a file. */
    symbol: string;
    scope: string[];
    language: string;
    preview: string;
    /** The definition that is mentioned, where it could be told. */
    target: SymbolHit | null;
    by: ReferenceCertainty | null;
}
export declare class TargetSet<T extends Target> {
    #private;
    /** @param outer by path and line, as `own` is, which must not be empty beside it */
    constructor(own: readonly T[], outer?: TargetSet<T> | null);
    get all(): readonly T[];
    get isEmpty(): boolean;
    /**
     * Returns those with the key, in their order. `keyOf` is known by its identity: pass the same
     * function each time.
     */
    part<K>(keyOf: (target: T) => K, key: K): TargetSet<T>;
    where(test: (target: T) => boolean): TargetSet<T>;
    /** Returns what `pick` leaves; known by the identity of `pick`. */
    picked(pick: (targets: readonly T[]) => T[]): TargetSet<T>;
    only(): T | null;
    /** Returns the last one that starts at the line or above. */
    lastBefore(line: number): T | undefined;
    /** Works out what depends on these definitions, `about` and the key alone; once. */
    remember<R>(about: object, key: string, work: () => R): R;
}
/** Definitions by name; empty for a name without any. */
export type TargetSets<T extends Target> = (name: string) => TargetSet<T>;
export declare function targetSets<T extends Target>(targets: readonly T[]): TargetSets<T>;
export declare function familyKey({ language }: Target): string;
/** Its owner: the definition it is a member of or stands in. */
export declare function holderKey({ scope }: Target): string | undefined;
export declare function scopeKey({ scope }: Target): string;
export declare function keyOfScope(scope: readonly string[]): string;
/** One function for each rule: a set of targets knows its parts by it. */
export declare function packageKey(packageOf: (path: string) => string): (target: Target) => string;
/**
 * The one element, or null for none or several different ones. Overloads of one name in one file
 * are one.
 */
export declare function only<T extends Target>(targets: readonly (T | null)[]): T | null;
/** The only one; or the only one in the smallest folder around the place that holds any. */
export declare function onlyNearest<T extends Target>(targets: readonly T[], path: string): T | null;
export declare function lineKey({ startLine }: Target): number;
export declare function pathKey({ path }: Target): string;
export declare function isTopLevel(target: Target): boolean;
export declare function isMember({ kind, language, scope }: Target): boolean;
