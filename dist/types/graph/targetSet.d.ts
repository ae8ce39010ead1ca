/**
 * Definitions of one name, grouped as the rules of resolution ask for them. A group, and what a
 * rule says of it, is worked out once: a thousand references to a name must not each look at its
 * thousand definitions. Pure; lives as long as one question.
 */
import type { Target } from './referenceModel.ts';
export declare class TargetSet<T extends Target> {
    #private;
    readonly all: readonly T[];
    constructor(all: readonly T[]);
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
export declare function pathKey({ path }: Target): string;
export declare function isTopLevel(target: Target): boolean;
export declare function isMember({ kind, language, scope }: Target): boolean;
