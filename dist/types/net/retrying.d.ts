/**
 * Asking a service: how often, how long and after which waits, how much of an answer is read, why
 * it was given up on, in words that hold no secret, and what a person is told to do. One policy for
 * all services, embedding and answering.
 */
import { CoraError, type ErrorCode } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import type { Fetch } from './createFetch.ts';
import { type Credential } from './credentials.ts';
/** Waits double each time, without jitter: two runs against the same answers are alike. */
export interface RetryPolicy {
    attempts: number;
    firstDelayMs: number;
    /** The longest wait; a server that asks for more (Retry-After) ends the run instead. */
    maxDelayMs: number;
}
export interface HttpPolicy extends RetryPolicy {
    /** For one attempt to its last byte; of an answer that streams, for each of its pauses. */
    timeoutMs: number;
    /** For all of an answer that streams. */
    wholeMs?: number;
}
/** A model on a slow machine has answered long before. */
export declare const WHOLE_MS: number;
export declare const DEFAULT_HTTP: HttpPolicy;
interface JsonPost {
    url: URL;
    body: unknown;
    /** Sends the request, through a proxy where one is set. */
    fetch: Fetch;
    /** The service's key. No message shows it. */
    key?: Credential | undefined;
    policy: HttpPolicy;
    log: Log;
    signal?: AbortSignal | undefined;
}
interface Retried {
    url: URL;
    policy: RetryPolicy;
    log: Log;
    signal?: AbortSignal | undefined;
    /** The time (performance.now) after which nothing is tried again. */
    until?: number;
}
/**
 * @param attempt throws HttpFailure
 * @param mayHeal true for a failure after which to ask again; it gets the number of the attempt
 * @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires
 */
export declare function retrying<T>({ url, policy, log, signal, until }: Retried, attempt: () => Promise<T>, mayHeal?: (failure: HttpFailure, _number: number) => boolean): Promise<T>;
/** One attempt. Its signal fires with the caller's, and where too little comes in too much time. */
export declare class Attempt {
    #private;
    /** @param late what is said where it takes longer than `wholeMs` */
    constructor(caller: AbortSignal | undefined, wholeMs: number, late: string);
    get signal(): AbortSignal;
    /** Why it was given up; undefined where it was not. */
    get why(): string | undefined;
    /** Begins a stretch of time, at whose end `look` says why to give up; null: another stretch. */
    stretch(ms: number, look: () => string | null): void;
    /** Ends the stretch: the time that the caller takes from now on does not count. */
    rest(): void;
    /**
     * Returns the error to throw in the place of this one.
     * @throws CoraError ABORTED where the caller's signal fired
     */
    failure(error: unknown, reasonOf: (error: unknown) => string): unknown;
    /** Closes the connection if it is still open. */
    end(): void;
}
/** `status` is 0 where no answer came. */
export declare class HttpFailure extends Error {
    readonly status: number;
    /** The server's message, one line, without secrets. */
    readonly said: string;
    /** The time that the server asks to wait, milliseconds. */
    readonly retryAfterMs: number | undefined;
    constructor(status: number, said: string, { cause, retryAfterMs }?: {
        cause?: unknown;
        retryAfterMs?: number | undefined;
    });
    /** True where fewer or shorter texts may succeed. */
    get tooLarge(): boolean;
    get worthRepeating(): boolean;
}
/** Statuses after which the same request may succeed. */
export declare const TEMPORARY: ReadonlySet<number>;
/** {"error":{"message":…}}, {"error":"…"}, {"detail":"…"}, {"message":"…"} or the text. */
export declare function messageIn(text: string, key: string | undefined): string;
/** Milliseconds of Retry-After (seconds or a date, RFC 9110), or of OpenAI's retry-after-ms. */
export declare function retryAfterOf(headers: Headers): number | undefined;
/** A service that answers over HTTP: how to speak of it when it fails. */
export interface Service {
    /** For messages: `Ollama at 127.0.0.1:11434`. */
    name: string;
    model: string;
    /** The variable that holds the key. */
    keyVariable: string;
    /** The advice for when nobody answers, and for when the model is not there. */
    hints: {
        unreachable: string;
        missing: string;
    };
}
export declare function ollamaHints(model: string): Service['hints'];
/** Names and hints for failures of embedders or of language models. */
export interface FailureWords {
    codes: {
        failed: ErrorCode;
        refused: ErrorCode;
        missing: ErrorCode;
    };
    hints: {
        quota: string;
        failed: string;
    };
}
/** Makes the error of a service that was given up, with what a person can do. */
export declare function explainFailure(failure: HttpFailure, { name, model, keyVariable, hints }: Service, words: FailureWords): CoraError;
/** Reads a body. @throws TooLarge for more bytes, after closing the connection */
export declare function readBody({ body }: Response, most: number, onBytes?: (bytes: number) => void): Promise<Buffer>;
export declare function readStart({ body }: Response): Promise<string>;
/** @returns the parsed answer of a 2xx
 *  @throws HttpFailure when given up, CoraError ABORTED when the caller's signal fires */
export declare function postJson(post: JsonPost): Promise<unknown>;
/**
 * Yields lines that are not blank. To stop early closes the connection.
 * @throws HttpFailure, CoraError
 */
export declare function postForLines(post: JsonPost): AsyncGenerator<string, void, undefined>;
export {};
