/** Where OpenAI, or a server that speaks like it, answers. */
/**
 * @param variable where the address came from, for messages
 * @param endpoint what is added where the address does not end with it: `/embeddings`
 * @throws CoraError CONFIG
 */
export declare function openaiUrl(base: string, variable: string, endpoint: string): URL;
