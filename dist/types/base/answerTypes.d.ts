/** Language models as the core sees them. Types only. */
export interface CompletionRequest {
    /**
     * The text that tells the model what it is and does. Trusted: never holds text of a repository.
     */
    system: string;
    /** The question with its context. Text of a repository stands in it as data. */
    prompt: string;
    /** The number of tokens of the answer. A provider that cannot be told is cut off. */
    maxTokens: number;
    /** 0 to 2; left to the provider where it cannot be told. */
    temperature: number;
}
export interface CompletionEnd {
    /** The number that the provider counts; null where it does not say. */
    promptTokens: number | null;
    answerTokens: number | null;
    /** `maxTokens` ended it. */
    cut: boolean;
}
/** An answer as it comes. */
export type CompletionPieces = AsyncGenerator<string, CompletionEnd, undefined>;
/** A language model without tools: text in, text out. */
export interface LanguageModel {
    /** The setting that gives the same model again: `ollama:qwen3:8b`. */
    readonly id: string;
    /** The place that what it is told goes to, for a person: `Ollama at 127.0.0.1:11434`. */
    readonly place: string;
    /** True where that is another machine. */
    readonly isRemote: boolean;
    /**
     * The answer in pieces as they come. Repeated while repeating may help, until the first piece is
     * there. Ending the iteration early ends the request.
     * @throws CoraError MODEL, MODEL_AUTH, MODEL_MISSING with the next command to type; ABORTED after
     * the signal
     */
    complete(request: CompletionRequest, signal?: AbortSignal): CompletionPieces;
}
/**
 * Prose that a language model wrote about a chunk, as the table holds it. Keyed by content: equal
 * chunks of all files, branches and machines have one, and a table one row for each.
 */
export interface CommentaryRow {
    /** The hash of the chunk's content: ChunkRow.contentHash. */
    contentHash: string;
    /** LanguageModel.id. */
    model: string;
    /** Version of the prompt that asked for it. */
    prompt: number;
    /** Tells whether this user paid for it, or it came with an artifact. */
    origin: 'here' | 'artifact';
    /** One paragraph without control characters; '' where the model had nothing to say. */
    text: string;
    /** Its words as ChunkRow.searchText has them. */
    words: string;
    /** The vector that the store's embedder made. */
    vector: Float32Array;
}
/** Says what a run that writes commentary is about to do. */
export interface CommentaryPlan {
    /** LanguageModel.id, place and isRemote. */
    model: string;
    place: string;
    isRemote: boolean;
    /** Chunks of the view that are worth commentary, and those of them that have none. */
    chunks: number;
    missing: number;
    /** The number of those that this run asks about. */
    now: number;
    /** Estimated for this run. */
    promptTokens: number;
    answerTokens: number;
}
/** The report of a run that wrote commentary. */
export interface CommentaryReport extends CommentaryPlan {
    /** New in the table, for these and for other chunks. */
    written: number;
    /** The number of those that a killed run had left, or that stores of other embedders had. */
    recovered: number;
    /** Answers without a word: not asked again. */
    empty: number;
    /** Asked in vain: asked again by the next run. */
    failed: number;
    /** The number that the provider counts, else an estimate. */
    usedTokens: number;
    /** The reason why it ended before the last chunk; null where it did not. */
    stopped: CommentaryStop | null;
    /** The last problem, if there was one. */
    problem: string | null;
    tookMs: number;
}
export type CommentaryStop = 'limit' | 'tokens' | 'failures' | 'declined' | 'locked' | 'dry-run';
