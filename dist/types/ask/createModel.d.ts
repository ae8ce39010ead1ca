/** It reads the setting that names a language model, makes the model, and reads an answer of it to its end. Providers are loaded lazily. */
import type { CompletionEnd, CompletionPieces, LanguageModel } from '../base/answerTypes.ts';
import type { Log } from '../base/types.ts';
import { type HttpPolicy } from '../net/retrying.ts';
/** @throws CoraError CONFIG, MODEL_AUTH, MODEL_MISSING; nothing is asked yet */
export declare function createModel(spec: ModelSpec, env: Record<string, string | undefined>, log: Log, policy?: HttpPolicy): Promise<LanguageModel>;
interface ModelSpec {
    provider: ModelProvider;
    /** The provider's own name of the model; '' for the one that Codex would take. */
    model: string;
}
declare const MODEL_PROVIDERS: {
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
type ModelProvider = keyof typeof MODEL_PROVIDERS;
/** @throws CoraError CONFIG that lists the choices */
export declare function parseModelSpec(text: string): ModelSpec;
/** The setting that gives the same model again. */
export declare function modelId({ provider, model }: ModelSpec): string;
interface Completion extends CompletionEnd {
    text: string;
}
/** @param mostCharacters an answer that is longer is ended there @throws CoraError as LanguageModel.complete */
export declare function readCompletion(pieces: CompletionPieces, mostCharacters: number): Promise<Completion>;
export {};
