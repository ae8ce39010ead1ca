/** Which chunk says what of a blob's secrets: the first one that holds where a secret begins. */
import type { FoundSecret } from './redact.ts';
/**
 * @param secrets by their start
 * @param chunks in the order of their bytes, where they begin and where they end
 * @param lineStarts byte offset of the start of each line
 * @returns for each chunk `LINE:RULE` of each of its secrets, separated by spaces
 */
export declare function placeSecrets(secrets: readonly FoundSecret[], chunks: readonly {
    startByte: number;
    endByte: number;
}[], lineStarts: readonly number[]): string[];
/** The inverse, of one chunk. */
export declare function readPlaced(redacted: string): {
    line: number;
    rule: string;
}[];
