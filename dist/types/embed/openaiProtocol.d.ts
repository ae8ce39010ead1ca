/**
 * What OpenAI, Voyage and all compatible servers share: the address and the shape of the answer.
 *
 *   {"data":[{"index":0,"embedding":[0.1,…]},{"index":1,"embedding":"zczMPQ…"}]}
 *
 * An embedding is a list of numbers, or base64 of little-endian float32.
 */
/** @param variable where the address came from, for messages
 *  @throws CoraError CONFIG */
export declare function embeddingsUrl(base: string, variable: string): URL;
/** Vectors by their `index`, which some servers use to answer out of order and some leave out.
 *  @throws CoraError EMBEDDER */
export declare function embeddingsIn(answer: unknown, name: string): ArrayLike<unknown>[];
