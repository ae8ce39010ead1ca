/** Every provider of a language model shares this: its surroundings, how its failures are explained, how fields of its JSON are read. */
import type { CompletionPieces, LanguageModel } from '../base/answerTypes.ts';
import { CoraError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { type HttpPolicy, type Service } from '../net/retrying.ts';
interface ModelSurroundings {
    /** Where keys and addresses come from: OPENAI_API_KEY, OPENAI_BASE_URL, OLLAMA_HOST, CORA_CODEX, PATH, … */
    env: Record<string, string | undefined>;
    log: Log;
    policy: HttpPolicy;
}
export type CreateModel = (id: string, model: string, surroundings: ModelSurroundings) => LanguageModel;
/** The same pieces; a failure becomes an error that tells a person what to do. */
export declare function explaining(service: Service, pieces: CompletionPieces): CompletionPieces;
/** An answer of another shape than the protocol's. It may be whole the next time. */
export declare function misshapen({ name }: Service, what: string): CoraError;
export type Fields = Readonly<Record<string, unknown>>;
/** @returns null where the text is no JSON object */
export declare function readObject(json: string): Fields | null;
export declare function objectOf(value: unknown): Fields | null;
/** '' where it is something else. */
export declare function textOf(value: unknown): string;
export declare function countOf(value: unknown): number | null;
export {};
