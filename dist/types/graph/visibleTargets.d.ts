/** Which definitions a bare name may mean where it stands: by nesting, by what files hide, by Ruby's modules, and through the base
 * classes of a class. Pure. */
import { type LanguageRules } from '../languages/referenceRules.ts';
import type { Heads, Site, Target, TypeName } from './referenceModel.ts';
import { TargetSet } from './targetSet.ts';
/**
 * The innermost that are visible by nesting: their scope encloses the place. A member needs a receiver, unless the language
 * adds one.
 */
export declare function visibleFrom<T extends Target>({ path, scope, owner }: Site, fitting: TargetSet<T>, { implicitReceiver, outerMembers }: LanguageRules): TargetSet<T> | null;
/** What other files don't hide. */
export declare function seenFrom<T extends Target>({ path, sees }: Site, targets: TargetSet<T>): TargetSet<T>;
/** A constant without its module is one of a module around, or of one that is included. */
export declare function reachedFrom<T extends Target>(site: Site, targets: TargetSet<T>, { lexicalConstants }: LanguageRules): TargetSet<T>;
/** Without those of the file that stand in a block of statements which does not hold the place. */
export declare function standing<T extends Target>(name: string, site: Site, all: TargetSet<T>): TargetSet<T>;
/** Those of the file that begin on the lines. */
export declare function beginningAt<T extends Target>(lines: ReadonlySet<number>, { path }: Site, fitting: TargetSet<T>): TargetSet<T>;
/** All that a class inherits from, each once: those of its own head first. */
export declare function basesOf(heads: Heads, owner: string): Generator<TypeName>;
export interface BaseAnswer<R> {
    base: TypeName;
    answer: R;
}
/**
 * The first answer of the bases, in the order of basesOf; the class itself is not asked. In a long line of classes each
 * goes on where the next one has been already.
 *
 * @param known what was found before with the same `ask` and heads
 */
export declare function firstOfBases<R>(heads: Heads, owner: string, ask: (base: TypeName) => R | null, known: Map<string, BaseAnswer<R> | null>): R | null;
