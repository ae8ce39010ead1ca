/** At which lines what is shown of a file may begin and end. */
import { type Bounds } from '../base/frame.ts';
import type { Segment } from './chunksFrom.ts';
import type { Captures } from './codeCaptures.ts';
import type { LineIndex } from './source.ts';
export declare function noBounds(lines: readonly string[]): Bounds;
/**
 * A statement counts where nothing stands before it on its first line; on its last one a separator and a comment may follow. A comment
 * belongs to the statement under it, and so does a decorator that the grammar puts beside it.
 */
export declare function addStatements(bounds: Bounds, text: string, { statements, statementEnds, comments, decorators }: Omit<Captures, 'references'>, { lineAt, firstAt }: LineIndex): void;
/**
 * Definitions begin with their comments. What no parser has read has paragraphs. A definition that is shown whole has no bounds at
 * what is no statement in it, as the keys of a table.
 */
export declare function boundsOf(lines: readonly string[], segments: readonly Segment[], statements: Bounds | null): Bounds;
