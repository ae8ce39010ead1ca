/**
 * commentary.json.br: prose of a language model about the chunks of the view, by content hash, as JSON under Brotli and by
 * column. It comes without vectors: whoever takes it embeds it. An artifact may lack it, and one without text does.
 */
export interface PackedCommentary {
    contentHash: string;
    model: string;
    prompt: number;
    text: string;
}
/** Sorted by content hash, each once. */
export declare function encodeCommentary(rows: readonly PackedCommentary[]): Buffer;
/** @throws CoraError BAD_ARTIFACT */
export declare function decodeCommentary(bytes: Buffer): PackedCommentary[];
