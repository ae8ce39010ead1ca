/** A captured mention of a name to a reference. */
import type { Reference, ReferenceKind } from '../types.ts';
/**
 * @param name as written; of an import without `from` it is the module itself, quotes and brackets included
 * @param from the receiver of a call or the module of an import, '' where there is none
 * @param separator between the parts of a qualified name, which is its own `from`: `A::B`
 * @returns null for what is no name (a computed member, a text that goes on for lines) or means nothing elsewhere (`T`)
 */
export declare function referenceOf(kind: ReferenceKind, name: string, from: string, separator?: string): Reference | null;
