/** Mentions in the caller's view, each with what it means where that can be told. */
import type { FileStatus } from '../base/searchTypes.ts';
import type { BlobKey, Reference } from '../base/types.ts';
import { type SymbolHit } from './findDefinitions.ts';
import { type Mention } from './locateMentions.ts';
import { type FileDefinition, type SourceFile } from './readFiles.ts';
import { type Certainty, type Site } from './resolveReference.ts';
import { type SymbolContext } from './rowsOfName.ts';
export interface LinkedMention {
    reference: Reference;
    path: string;
    language: string;
    status: FileStatus;
    line: number;
    around: readonly FileDefinition[];
    file: SourceFile;
    site: Site;
    target: SymbolHit | null;
    by: Certainty | null;
    /** It certainly means something that is not in the view. */
    elsewhere: boolean;
}
/**
 * All mentions of the names, also by an alias that a file gives them; by path, then line.
 * @param within only these files are read; all that mention a name where it is left out
 * @param inside which mentions are resolved; all where it is left out
 */
export declare function findMentions(context: SymbolContext, names: ReadonlySet<string>, within?: ReadonlySet<BlobKey>, inside?: (mention: Mention, path: string) => boolean): Promise<LinkedMention[]>;
/** All wanted mentions inside of the lines; the definitions of all of them are looked up together. */
export declare function findMentionsIn(context: SymbolContext, holders: readonly Span[], wanted: (reference: Reference) => boolean): Promise<LinkedMention[]>;
export type Span = Pick<SymbolHit, 'path' | 'startLine' | 'endLine'>;
