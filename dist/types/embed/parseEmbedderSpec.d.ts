/**
 * The setting that names an embedder, as text and as data. Decides nothing about the world: no environment, no files,
 * no network.
 *
 *   builtin                                  hash, hash:512
 *   transformers:Xenova/all-MiniLM-L6-v2     transformers:./models/minilm?dtype=q8
 *   ollama:nomic-embed-text:v1.5             openai:text-embedding-3-small?dimensions=512
 */
export type Dtype = 'fp32' | 'fp16' | 'q8';
export interface EmbedderSpec {
    provider: ProviderName;
    /** The provider's own name of the model, or a folder; '' for `builtin` and `hash`. */
    model: string;
    /** Wished length of the vectors; left out, the model decides. */
    dimensions?: number;
    /** Precision of the weights, `transformers` only. */
    dtype?: Dtype;
}
export declare const PROVIDERS: {
    readonly builtin: {
        readonly usage: 'builtin';
        readonly model: 'none';
        readonly settings: readonly [];
    };
    readonly hash: {
        readonly usage: 'hash[:DIMENSIONS]';
        readonly model: 'dimensions';
        readonly settings: readonly ["dimensions"];
    };
    readonly transformers: {
        readonly usage: 'transformers:HUB/MODEL or transformers:./FOLDER';
        readonly model: 'required';
        readonly settings: readonly ["dtype"];
    };
    readonly ollama: {
        readonly usage: 'ollama:MODEL';
        readonly model: 'required';
        readonly settings: readonly ["dimensions"];
    };
    readonly openai: {
        readonly usage: 'openai:MODEL';
        readonly model: 'required';
        readonly settings: readonly ["dimensions"];
    };
    readonly voyage: {
        readonly usage: 'voyage:MODEL';
        readonly model: 'required';
        readonly settings: readonly ["dimensions"];
    };
};
export type ProviderName = keyof typeof PROVIDERS;
/** @throws CoraError CONFIG that lists the choices */
export declare function parseEmbedderSpec(text: string): EmbedderSpec;
/** The setting that gives the same embedder again, as the index remembers it. */
export declare function embedderId({ provider, model, dimensions, dtype }: EmbedderSpec): string;
/** @param id as embedderId gives it; what is built in computes the same vectors on every machine, and asks nobody */
export declare function isBuiltIn(id: string): boolean;
