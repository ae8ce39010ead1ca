/**
 * Writes a parsed pattern down for an engine. For RE2 it means exactly what it says: RE2 decides what a hit is. For
 * ripgrep it may match more but never less, since ripgrep only says which files are worth reading:
 *
 *   - bytes that are not UTF-8 are U+FFFD to RE2 and no character at all to ripgrep, so whatever may match U+FFFD also
 *     takes up to four bytes of any kind beyond ASCII (which makes other versions of Unicode harmless, too);
 *   - RE2 sees lines without their line ending and without a byte-order mark, ripgrep with them.
 */
import { type Token } from './patternTokens.ts';
export type Engine = 're2' | 'ripgrep';
export declare function printPattern(tokens: readonly Token[], engine: Engine, ignoreCase: boolean): string;
