/** Statistics of published views on this machine, by their SHA-256: most queries come to a view that another query has read. */
/**
 * @param digest SHA-256 of what is wanted
 * @param fetch brings it, packed
 * @throws CoraError BAD_ARTIFACT and what `fetch` throws; a cache that cannot be read or written is none
 */
export declare function cachedContent(dir: string, digest: string, fetch: () => Promise<Buffer>): Promise<Buffer>;
