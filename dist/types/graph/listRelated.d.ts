/** The list of places to read next: tests and others in their turns, no file more than its share before all have theirs. */
import type { RelatedHit } from '../base/searchTypes.ts';
import { type RelationPlace } from './findRelations.ts';
import type { SymbolContext } from './rowsOfName.ts';
export interface RelatedPlace {
    place: RelationPlace;
    reason: string;
    score: number;
    isTest: boolean;
}
/** @param pattern whose turn it is, again and again; the first `limit` places do not depend on the limit */
export declare function inTurns<T>(tests: readonly T[], others: readonly T[], pattern: readonly ('test' | 'other')[]): T[];
/**
 * @param ofFile places of one file: its others stand behind all that is within its share
 * @returns each place once
 */
export declare function inShares<T extends {
    place: RelationPlace;
}>(found: readonly T[], ofFile: number): T[];
export declare function relatedHits(context: SymbolContext, places: readonly RelatedPlace[]): Promise<RelatedHit[]>;
