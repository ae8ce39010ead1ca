/**
 * Definitions of one name, grouped as the rules of resolution ask for them. A group, and what a rule says of it, is worked out
 * once: a thousand references to a name must not each look at its thousand definitions. Pure; lives as long as one question.
 */
import type { Target } from './referenceModel.ts';
export declare class TargetSet<T extends Target> {
    #private;
    readonly all: readonly T[];
    constructor(all: readonly T[]);
    get isEmpty(): boolean;
    /** Returns those with the key, in their order. `keyOf` is known by its identity: pass the same function each time. */
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
