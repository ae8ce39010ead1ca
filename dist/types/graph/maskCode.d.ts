/**
 * Source text with comments and the contents of strings blanked, so that a name found in it is code. Offsets and lines
 * stay. A scanner of a few rules for each family of languages, not a parser: a string that is misread ends with its line.
 */
export declare function maskCode(text: string, language: string): string;
