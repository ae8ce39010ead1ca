/**
 * Decides which definition a reference means, by the rules a reader uses: what is visible where it
 * stands, what the file imports, the class that the receiver has, the same package, the only one
 * there is. Pure; modules and imports come resolved. A reference that stays ambiguous stays
 * unresolved: a wrong edge costs more than none. No step looks at all definitions of a name for
 * each reference to it: targetSet.ts.
 */
import type { Reference } from '../base/types.ts';
import type { Resolution, Site, Target } from './referenceModel.ts';
import { type TargetSets } from './targetSet.ts';
export { resolveImport } from './importedTargets.ts';
export type { Heads, Imported, ReferenceCertainty, Resolution, Site, Target, TypeName } from './referenceModel.ts';
export { type TargetSets, targetSets } from './targetSet.ts';
/**
 * @param named definitions by name: the same object for all references of a question
 * @param alias what the module calls it, where the file imports the name under another one
 */
export declare function resolveReference<T extends Target>(reference: Reference, site: Site, named: TargetSets<T>, alias?: string | null): Resolution<T>;
