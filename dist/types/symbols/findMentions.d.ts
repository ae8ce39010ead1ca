/** Mentions in the caller's view, each with what it means where that can be told. */
import { type Certainty } from '../query/resolveReference.ts';
import type { FileStatus } from '../searchTypes.ts';
import type { Reference, ReferenceKind } from '../types.ts';
import { type SymbolHit } from './findDefinitions.ts';
import { type FileDefinition, type SourceFile } from './readFiles.ts';
import { type SymbolContext } from './rowsOfName.ts';
export interface LinkedMention {
    reference: Reference;
    path: string;
    language: string;
    status: FileStatus;
    line: number;
    around: readonly FileDefinition[];
    file: SourceFile;
    target: SymbolHit | null;
    by: Certainty | null;
    /** It certainly means something that is not in the view. */
    elsewhere: boolean;
}
/** All mentions of the names, also by an alias that a file gives them; by path, then line. */
export declare function findMentions(context: SymbolContext, names: ReadonlySet<string>): Promise<LinkedMention[]>;
/** All mentions of some kinds inside of the lines; the definitions of all of them are looked up together. */
export declare function findMentionsIn(context: SymbolContext, holders: readonly Span[], kinds: ReadonlySet<ReferenceKind>): Promise<LinkedMention[]>;
type Span = Pick<SymbolHit, 'path' | 'startLine' | 'endLine'>;
export {};
