/** The declaration of a definition without its body, on one line. */
/**
 * @param start offset of the definition, decorators included
 * @param body offset of its body, null where unknown: the first line is taken then
 */
export declare function signatureOf(text: string, start: number, end: number, body: number | null): string;
