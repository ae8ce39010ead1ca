/** Where Ollama answers. */
/**
 * As Ollama reads OLLAMA_HOST: `host`, `host:port`, `:port`, `http://host`, `https://host/path`. Without a scheme the
 * port is 11434, with one it is the scheme's. 0.0.0.0 is where a server listens, not where a client calls.
 */
export declare function ollamaUrl(host: string | undefined): URL;
