/**
 * Definitions of names in the caller's view, and mentions, each with what it means where that can
 * be told. Exact names only; symbols.ts decides which spelling was meant.
 */
import type { FileStatus } from '../base/searchTypes.ts';
import type { BlobKey, Reference } from '../base/types.ts';
import { type Mention } from './locateMentions.ts';
import { type FileDefinition, type SourceFile, type SymbolContext } from './readFiles.ts';
import { type ReferenceCertainty, type Site, type Target } from './resolveReference.ts';
/** Tells where a name is defined. Lines are those of the whole definition. */
export interface SymbolHit extends Target {
    startLine: number;
    endLine: number;
    status: FileStatus;
    scope: string[];
}
/**
 * @returns definitions whose names differ from a wanted one at most in case and separators, by path
 * and line
 */
export declare function findDefinitions(context: SymbolContext, names: Iterable<string>): Promise<SymbolHit[]>;
/** Returns what tells a definition from all others in the view. */
export declare function definitionKey({ path, startLine, name }: {
    path: string;
    startLine: number;
    name: string;
}): string;
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
    by: ReferenceCertainty | null;
    /** It certainly means something that is not in the view. */
    elsewhere: boolean;
}
/**
 * All mentions of the names, also by an alias that a file gives them; by path, then line.
 * @param within only these files are read; all that mention a name where it is left out
 * @param inside which mentions are resolved; all where it is left out
 */
export declare function findMentions(context: SymbolContext, names: ReadonlySet<string>, within?: ReadonlySet<BlobKey>, inside?: (mention: Mention, path: string) => boolean): Promise<LinkedMention[]>;
/**
 * All wanted mentions inside of the lines; the definitions of all of them are looked up together.
 */
export declare function findMentionsIn(context: SymbolContext, holders: readonly Span[], wanted: (reference: Reference) => boolean): Promise<LinkedMention[]>;
type Span = Pick<SymbolHit, 'path' | 'startLine' | 'endLine'>;
export {};
