/** A service that answers over HTTP: how to speak of it when it fails. */
import type { CompletionEnd } from '../answerTypes.ts';
import { CoraError } from '../errors.ts';
export interface Service {
    /** For messages: `Ollama at 127.0.0.1:11434`. */
    name: string;
    model: string;
    /** The variable that holds the key. */
    keyVariable: string;
    /** What to do when nobody answers, and when the model is not there. */
    hints: {
        unreachable: string;
        missing: string;
    };
}
type Pieces = AsyncGenerator<string, CompletionEnd, undefined>;
/** The same pieces; a failure becomes an error that tells a person what to do. */
export declare function explaining(service: Service, pieces: Pieces): Pieces;
/** An answer of another shape than the protocol's. It may be whole the next time. */
export declare function misshapen({ name }: Service, what: string): CoraError;
export {};
