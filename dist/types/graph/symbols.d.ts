/** Definitions and references of a name in the caller's view. Call chains are findCalls.ts. */
import type { ReferenceKind } from '../base/types.ts';
import { type LinkedMention, type SymbolHit } from './definitionsAndMentions.ts';
import type { SymbolContext } from './readFiles.ts';
import type { ReferenceCertainty } from './resolveReference.ts';
export type { SymbolHit } from './definitionsAndMentions.ts';
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
/**
 * @param name `Outer.inner` asks for an inner of Outer; letters match in either case if nothing
 * matches exactly
 * @returns by path, then line
 */
export declare function findSymbols(context: SymbolContext, name: string): Promise<SymbolHit[]>;
/**
 * @param name as of findSymbols; of `Outer.inner` the mentions that mean another inner are left out
 * @returns mentions by path, then line; a mention whose meaning could be told carries its target
 */
export declare function findReferences(context: SymbolContext, name: string): Promise<ReferenceHit[]>;
interface NamedHolder {
    name: string;
    scope: readonly string[];
}
/** The innermost definition; a heading or the title of a test where no definition is around. */
export declare function holderOf({ around, file, line }: Pick<LinkedMention, 'around' | 'file' | 'line'>): NamedHolder;
