/**
 * The setting that names a language model, as text and as data. Decides nothing about the world: no environment, no files,
 * no network.
 *
 *   ollama:qwen3:8b      openai:gpt-5-mini      codex      codex:gpt-5-codex
 */
export interface ModelSpec {
    provider: ModelProvider;
    /** The provider's own name of the model; '' for the one that Codex would take. */
    model: string;
}
export declare const MODEL_PROVIDERS: {
    readonly ollama: {
        readonly usage: 'ollama:MODEL';
        readonly needsModel: true;
    };
    readonly openai: {
        readonly usage: 'openai:MODEL';
        readonly needsModel: true;
    };
    readonly codex: {
        readonly usage: 'codex or codex:MODEL';
        readonly needsModel: false;
    };
};
export type ModelProvider = keyof typeof MODEL_PROVIDERS;
/** @throws CoraError CONFIG that lists the choices */
export declare function parseModelSpec(text: string): ModelSpec;
/** The setting that gives the same model again. */
export declare function modelId({ provider, model }: ModelSpec): string;
