/** The declaration of a definition without its body, on one line. */
/**
 * @param definition offsets of the definition, decorators included, and of its body; null where unknown: the first line is
 *   taken then
 * @param atDeclares true where `@` begins declarations rather than attributes
 */
export declare function signatureOf(text: string, { start, end, body }: {
    start: number;
    end: number;
    body: number | null;
}, atDeclares?: boolean): string;
