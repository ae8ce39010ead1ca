/**
 * What uses some places and what they use, as `cora refs` resolves it: every "called by", "uses the type", "test of" of an
 * answer comes from here. What does not resolve to the very definition is no relation.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { BlobKey, ChunkKind, ChunkRow, ReferenceKind } from '../base/types.ts';
import type { CallerView } from '../view/callerView.ts';
import type { Focus } from './findPlace.ts';
import type { SymbolContext } from './rowsOfName.ts';
export interface Relation {
    /** Of the focuses that were given. */
    focus: number;
    /** The other end refers to the focus; else the focus refers to it. */
    isUser: boolean;
    kind: ReferenceKind;
    /** Of what is referred to, without its scope. */
    name: string;
    /** What the other end has to do with the focus: `calls Store.open`, `called by Store.open`. */
    reason: string;
    /** What the one that refers does: `calls Store.open`. */
    use: string;
    isTest: boolean;
    /** Of the first reference, in the file that refers. */
    line: number;
    /** The other end. */
    place: RelationPlace;
}
/** A definition, or at the top of a file the line of the reference. */
export interface RelationPlace {
    path: string;
    status: FileStatus;
    language: string;
    kind: ChunkKind;
    symbol: string;
    scope: readonly string[];
    startLine: number;
    endLine: number;
}
/** What is looked at, where not all of it. */
export interface RelationBounds {
    /** Files that may use the focuses. */
    files: ReadonlySet<BlobKey>;
    /** Of definitions of the focuses. */
    names: ReadonlySet<string>;
    /** Of what the focuses use. */
    used: ReadonlySet<string>;
}
/** @returns for each focus and place the relation that says most, the focuses in their order, then by place */
export declare function findRelations(context: SymbolContext, focuses: readonly Focus[], bounds?: RelationBounds): Promise<Relation[]>;
/** @returns with what each is worth, the strongest 1: what everybody uses connects nobody; ties by place */
export declare function strongestFirst({ statistics }: CallerView, relations: readonly Relation[]): (Relation & {
    share: number;
})[];
/** Places with the chunks that hold them; without those that a writer took away. */
export declare function withChunks<T extends {
    place: Pick<RelationPlace, 'path' | 'startLine'>;
}, C extends keyof ChunkRow>({ store, view }: SymbolContext, found: readonly T[], columns: readonly C[]): Promise<{
    one: T;
    row: Pick<ChunkRow, C | (typeof LINES)[number]>;
}[]>;
declare const LINES: readonly ['chunkId', 'blobSha', 'language', 'startLine', 'endLine', 'part'];
export {};
