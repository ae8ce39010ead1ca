/**
 * Finds the definition that an imported name, or a member of one, means: at the top of a module,
 * inside of it, or passed on by its index file. Pure.
 */
import type { Reference } from '../base/types.ts';
import type { Imported, ReferenceCertainty, Resolution, Resolved, Site, Target } from './referenceModel.ts';
import { type TargetSet, type TargetSets } from './targetSet.ts';
/** @returns the definition that an import statement of the file names */
export declare function resolveImport<T extends Target>({ name }: Reference, { imports }: Site, named: TargetSets<T>): Resolution<T>;
/** The imports of a file that bind a name. */
export declare function importsOf({ imports }: Site, local: string): readonly Imported[];
/** @returns undefined where no import of the file binds the name */
export declare function imported<T extends Target>(name: string, site: Site, fitting: TargetSet<T>, aliased: {
    name: string;
    targets: TargetSet<T>;
} | null): Resolution<T> | undefined;
export declare function memberOfImport<T extends Target>({ name, paths }: Imported, rest: readonly string[], fitting: TargetSet<T>): Resolution<T>;
export declare function firstOf<T extends Target>(answers: readonly Resolution<T>[]): Resolution<T>;
export declare function resolvedBy<T extends Target>(target: T | null, by: ReferenceCertainty): Resolved<T> | null;
type Paths = ReadonlySet<string>;
/** @param paths the module's files; known by the identity of the set */
export declare function fromModule<T extends Target>(paths: Paths, targets: TargetSet<T>): T | null;
export declare function onlyWithin<T extends Target>(paths: Paths, targets: TargetSet<T>): T | null;
export {};
