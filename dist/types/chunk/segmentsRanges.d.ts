/** Where too many lines or bytes are cut: at blank lines and low indentation, and inside a line only where it alone is too long. */
import { type Source } from './source.ts';
export interface TextRange {
    startLine: number;
    endLine: number;
    startByte: number;
    endByte: number;
    text: string;
}
/** @param overlap lines that two neighbouring ranges share; none where a line itself had to be cut */
export declare function rangesOf(source: Source, startLine: number, endLine: number, overlap: number): TextRange[];
