/**
 * What OpenAI, Voyage and all compatible servers answer.
 *
 *   {"data":[{"index":0,"embedding":[0.1,…]},{"index":1,"embedding":"zczMPQ…"}]}
 *
 * An embedding is a list of numbers, or base64 of little-endian float32.
 */
/** Vectors by their `index`, which some servers use to answer out of order and some leave out.
 *  @throws CoraError EMBEDDER */
export declare function embeddingsIn(answer: unknown, name: string): ArrayLike<unknown>[];
