/** The choice among definitions that fit a reference: one, or none where several fit equally well. Pure. */
import type { Imported, Target } from './referenceModel.ts';
/** The one element, or null for none or several different ones. Overloads of one name in one file are one. */
export declare function only<T extends Target>(targets: readonly (T | null)[]): T | null;
/** What a module calls like that: at its top, else inside of it, else passed on by its index file. */
export declare function fromModule<T extends Target>({ name, paths }: Imported, targets: readonly T[]): T | null;
/** What an index file passes on lies below its folder. */
export declare function behindBarrel<T extends Target>(paths: ReadonlySet<string>, targets: readonly T[]): T[];
/** The only one; or the only one in the smallest folder around the place that holds any. */
export declare function nearest<T extends Target>(targets: readonly T[], path: string): T | null;
export declare function isTopLevel(target: Target): boolean;
export declare function isMember({ kind, language, scope }: Target): boolean;
