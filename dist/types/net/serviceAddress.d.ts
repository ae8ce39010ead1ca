/** Addresses of services: which stay on this machine, and where Ollama and servers like OpenAI's answer. The web page imports it too. */
/** @param place a URL, or where a server listens; IPv6 in brackets */
export declare function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean;
/** True also for the other spellings of it: a name in a redirect of somebody else must not lead here by any of them. */
export declare function leadsHere(url: Pick<URL, 'hostname'>): boolean;
/**
 * As Ollama reads OLLAMA_HOST: `host`, `host:port`, `:port`, `http://host`, `https://host/path`. Without a scheme the
 * port is 11434, with one it is the scheme's. 0.0.0.0 is where a server listens, not where a client calls.
 */
export declare function ollamaUrl(host: string | undefined): URL;
/**
 * @param variable where the address came from, for messages
 * @param endpoint what is added where the address does not end with it: `/embeddings`
 * @throws CoraError CONFIG
 */
export declare function openaiUrl(base: string, variable: string, endpoint: string): URL;
