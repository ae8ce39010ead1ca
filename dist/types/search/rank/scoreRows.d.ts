/**
 * It scores a row for a query: by its words and its path (BM25F with the statistics of the caller's view; Robertson, Zaragoza: The
 * Probabilistic Relevance Framework, 2009; one saturation for all fields), and by what it defines of the names that are asked for.
 */
import type { ChunkRow } from '../../base/types.ts';
import type { PathWords } from '../../graph/pathWords.ts';
import type { ChunkStore } from '../../store/storePort.ts';
import type { Frequencies } from '../../view/statistics.ts';
import type { AskedName, Query, TypeWord } from '../readQuery.ts';
export declare function idf(statistics: Frequencies, term: string): number;
interface WordScorer {
    /** @param searchText words separated by single spaces; the words of defined names stand in it three times */
    score(searchText: string, tokens: number, path: PathWords): WordScore;
}
interface WordScore {
    /** BM25F, ≥ 0. */
    words: number;
    /** How much of the query the text holds: inverse document frequencies of its words found / of all its words, 0 to 1. */
    coverage: number;
}
/** Precomputes what depends on the query and the view alone. */
export declare function createWordScorer(query: Query, statistics: Frequencies): WordScorer;
type DefiningRow = Pick<ChunkRow, 'chunkId' | 'blobSha' | 'language' | 'searchText'>;
/** What a chunk defines of what was asked for; each ≥ 0. */
export interface DefinitionScore {
    /** 1 a type, 0.8 a function, 0.6 anything else; half of it in another spelling or scope, twice where only this name is asked for. */
    symbol: number;
    /** ln(1 + lines) / 6 of the longest such definition, where nothing else is asked for: a body says more than a declaration. */
    symbolSize: number;
    /** 1 a type that a capitalised word of a sentence names, 0.7 if that is the first word. */
    typeName: number;
}
export declare const NO_DEFINITION: DefinitionScore;
interface WantedDefinitions {
    names: readonly AskedName[];
    types: readonly TypeWord[];
}
/** `def:` tokens of all that is wanted. */
export declare function definitionTokens({ names, types }: WantedDefinitions): string[];
/** @param pathsOf a row's paths in the view: folders and files are scopes too */
export declare function definitionScores(store: ChunkStore, rows: ReadonlyMap<string, DefiningRow>, wanted: WantedDefinitions, overlay: readonly ChunkRow[], pathsOf: (row: DefiningRow) => readonly string[]): Promise<ReadonlyMap<string, DefinitionScore>>;
export {};
