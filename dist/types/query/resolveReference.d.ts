/**
 * Which definition a reference means, by the rules a reader uses: what is visible where it stands, what the file imports,
 * the class that the receiver has, the same package, the only one there is. Pure; modules and imports come resolved.
 * What stays ambiguous stays unresolved: a wrong edge costs more than none.
 */
import type { Reference } from '../types.ts';
import type { Imported, Resolution, Site, Target } from './referenceModel.ts';
export type { Certainty, Imported, Resolution, Site, Target, TypeName } from './referenceModel.ts';
/** @param alias what the module calls it, where the file imports the name under another one */
export declare function resolveReference<T extends Target>(reference: Reference, site: Site, targets: readonly T[], alias?: string | null): Resolution<T>;
/** @returns the definition that an import of the file brings in */
export declare function resolveImported<T extends Target>(entry: Imported, targets: readonly T[]): Resolution<T>;
