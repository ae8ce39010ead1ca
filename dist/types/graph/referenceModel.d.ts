/**
 * Types for resolving references: definitions, imports, the place of a reference, and the sets of
 * definitions to choose from.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { ChunkKind, MentionKind } from '../base/types.ts';
/** A definition that a reference may mean. */
export interface Target {
    name: string;
    kind: ChunkKind;
    path: string;
    language: string;
    /** Names of the enclosing definitions, outermost first. */
    scope: readonly string[];
    /** The first line of the declaration, '' if it is not known. */
    signature: string;
    startLine: number;
    endLine?: number;
}
/** A name that an import binds in a file. */
export interface Imported {
    /** The name in the file; '*' for all top-level names of the module, '' for an export. */
    local: string;
    /** The name in the module; null for the module itself, '*' for an export of all its names. */
    name: string | null;
    /** The files of the module; empty if it is not in the view. */
    paths: ReadonlySet<string>;
    /** The lines in which the import counts; missing if they are the whole file. */
    lines?: {
        startLine: number;
        endLine: number;
    };
    /** The inline module of the file, or the class, that is imported from. */
    within?: string;
    /** The module as the statement has it. */
    module?: string | undefined;
}
/** A file gives these to those that import it, besides its own definitions. */
export interface PassedOn {
    imports: readonly Imported[];
    /** Returns the type that a constant at its top is declared with. */
    typeOf(name: string): TypeName | null;
}
/** A type as it is written in a declaration. */
export interface TypeName {
    name: string;
    from: string | null;
}
/** Maps each class to the bases in its own head. */
export type Heads = ReadonlyMap<string, readonly TypeName[]>;
/** The bases of classes that a file can see. */
export interface Bases extends Pick<Heads, 'get' | 'has'> {
    /** True for a class that the file itself does not define. */
    isElsewhere?(name: string): boolean;
}
/** The place of a reference, and what its file says about names. */
export interface Site {
    path: string;
    language: string;
    line: number;
    /** The definitions around, outermost first, including the one that holds the reference. */
    scope: readonly string[];
    /** The class around; null outside of classes. */
    owner: string | null;
    /** The bases of the file's classes, in C++ also those of other files. */
    heads: Bases;
    imports: readonly Imported[];
    /**
     * True for the file itself and all that it includes, directly or not. Only languages that include
     * files by text need it.
     */
    sees(path: string): boolean;
    /** True if the file says `struct name`, which needs no definition of it in sight. */
    tags(name: string): boolean;
    /**
     * Returns what the name is bound to by the innermost block around the place that binds it; null
     * if only the file does.
     */
    bindingOf(name: string): Binding | null;
    /** Returns the blocks of statements in the file that define the name; always the same object. */
    blocksOf(name: string): Blocks;
    /** Returns the innermost of these blocks around the place; null outside of them. */
    blockAt(name: string): LocalBlock | null;
    /** True if a definition around has a type parameter of this name. */
    isTypeParameter(name: string): boolean;
    /** True where a parameter or a local variable has the name. */
    isLocal(name: string): boolean;
    /** Returns the declared type of a receiver that is a variable; null if none is written. */
    typeOf(receiver: string): TypeName | null;
    /**
     * Returns the files of a module, which is written as in the language; empty if it is not in the
     * view.
     */
    modulePaths(module: string): ReadonlySet<string>;
    /**
     * Follows what files import and export again, from the given ones to those that `has` accepts.
     * Files that were not read yet are left out and read before the next try.
     */
    sourcesOf(paths: Iterable<string>, name: string, has: (path: string) => boolean): ReadonlySet<string>;
    /** Returns the declared type of a constant of a module, and the file that declares it. */
    constantOf(paths: Iterable<string>, name: string): {
        type: TypeName;
        path: string;
    } | null;
    /** True if the name is reached by a path that may begin at the current module: `util::f`. */
    isPath: boolean;
    /** True if the name is called as a macro of Rust is: `name!`. */
    isMacro: boolean;
    /** True if the name is the tag of a component: `<name` */
    isTag: boolean;
    /** Returns the module that such a path means if it begins here: `super`, `self::util`. */
    moduleFromHere(path: string): {
        module: string;
        scope: readonly string[];
    } | null;
}
/** A variable, an import, or definitions by the lines at which they begin. */
export type Binding = 'variable' | 'import' | ReadonlySet<number>;
/** A block of statements that defines a name, and the next such block around it. */
export interface LocalBlock {
    from: number;
    to: number;
    outer: LocalBlock | null;
}
export interface Blocks {
    /** All blocks; an outer one comes before those inside of it. */
    all: readonly LocalBlock[];
    /** Maps the first line of a definition to the innermost block around it. */
    byLine: ReadonlyMap<number, LocalBlock>;
}
export type ReferenceCertainty = 'scope' | 'file' | 'import' | 'receiver' | 'inherited' | 'folder' | 'only';
export interface Resolved<T extends Target> {
    target: T;
    by: ReferenceCertainty;
}
/**
 * `elsewhere` if it certainly means something outside of the view. Null if nothing fits, or several
 * fit equally well.
 */
export type Resolution<T extends Target> = Resolved<T> | 'elsewhere' | null;
/** A definition of a name. The lines are those of the whole definition. */
export interface SymbolHit extends Target {
    startLine: number;
    endLine: number;
    status: FileStatus;
    scope: string[];
}
/** A mention of a name. */
export interface ReferenceHit {
    name: string;
    kind: MentionKind;
    path: string;
    line: number;
    /** The definition that holds the mention; '' at the top of a file. */
    symbol: string;
    scope: string[];
    language: string;
    preview: string;
    /** The definition that is meant, if it could be resolved. */
    target: SymbolHit | null;
    by: ReferenceCertainty | null;
}
export declare class TargetSet<T extends Target> {
    #private;
    /** @param outer sorted by path and line like `own`; if it is given, `own` must not be empty */
    constructor(own: readonly T[], outer?: TargetSet<T> | null);
    get all(): readonly T[];
    get isEmpty(): boolean;
    /**
     * Returns the targets with this key, in their order. Results are remembered for each function
     * `keyOf`, so pass the same function each time.
     */
    part<K>(keyOf: (target: T) => K, key: K): TargetSet<T>;
    where(test: (target: T) => boolean): TargetSet<T>;
    /** Returns the targets that `pick` keeps. Results are remembered for each function `pick`. */
    picked(pick: (targets: readonly T[]) => T[]): TargetSet<T>;
    only(): T | null;
    /** Returns the last target that begins at the line or above. */
    lastBefore(line: number): T | undefined;
    /** Computes a value that depends only on these definitions, `about` and the key; once. */
    remember<R>(about: object, key: string, work: () => R): R;
}
/** Returns the definitions of a name; empty if there are none. */
export type TargetSets<T extends Target> = (name: string) => TargetSet<T>;
export declare function targetSets<T extends Target>(targets: readonly T[]): TargetSets<T>;
export declare function familyKey({ language }: Target): string;
/** Returns its owner: the definition of which it is a member, or inside of which it is. */
export declare function holderKey({ scope }: Target): string | undefined;
export declare function scopeKey({ scope }: Target): string;
export declare function keyOfScope(scope: readonly string[]): string;
/** Returns one function for each rule: sets remember their subsets by function. */
export declare function packageKey(packageOf: (path: string) => string): (target: Target) => string;
/**
 * Returns the single element; null for none or several. Overloads of a name in one file count as
 * one.
 */
export declare function only<T extends Target>(targets: readonly (T | null)[]): T | null;
/**
 * Returns the single target, or the single one in the smallest folder around the place that has
 * any.
 */
export declare function onlyNearest<T extends Target>(targets: readonly T[], path: string): T | null;
export declare function lineKey({ startLine }: Target): number;
export declare function pathKey({ path }: Target): string;
/** Holds types in a class of C++, which scopes do not tell from those in a namespace. */
export declare const innerTypes: WeakSet<Target>;
/** True for a component that is its whole file, such as StatusCard.vue. */
export declare function isComponent({ kind, path, startLine }: Target): boolean;
export declare function isTopLevel(target: Target): boolean;
export declare function isMember({ kind, language, scope }: Target): boolean;
/** Returns a type as a file writes it. */
export declare function saidBy({ name, from }: TypeName): string;
