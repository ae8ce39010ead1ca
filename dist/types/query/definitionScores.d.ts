/** The symbols retriever: which chunks define what the query names, and how well the definition fits. */
import type { ChunkStore } from '../storePort.ts';
import type { ChunkRow } from '../types.ts';
import type { AskedName, TypeWord } from './askedNames.ts';
type Row = Pick<ChunkRow, 'chunkId' | 'blobSha' | 'language' | 'searchText'>;
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
export interface WantedDefinitions {
    names: readonly AskedName[];
    types: readonly TypeWord[];
}
/** `def:` tokens of all that is wanted. */
export declare function definitionTokens({ names, types }: WantedDefinitions): string[];
/** @param pathsOf a row's paths in the view: folders and files are scopes too */
export declare function definitionScores(store: ChunkStore, rows: ReadonlyMap<string, Row>, wanted: WantedDefinitions, overlay: readonly ChunkRow[], pathsOf: (row: Row) => readonly string[]): Promise<ReadonlyMap<string, DefinitionScore>>;
export {};
