/** Types of language models and of the commentary that they write. Types only. */
export interface CompletionRequest {
    /** Tells the model what it is and does. It is trusted: it never holds text of a repository. */
    system: string;
    /** The question with its context. Text of a repository stands in it as data. */
    prompt: string;
    /**
     * The most tokens that the answer may have. If a provider has no such setting, Cora cuts the
     * answer off.
     */
    maxTokens: number;
    /** 0 to 2. A provider without this setting uses its own. */
    temperature: number;
}
export interface CompletionEnd {
    /** Counted by the provider; null where it does not tell. */
    promptTokens: number | null;
    answerTokens: number | null;
    /** True if the answer ended because it had reached `maxTokens`. */
    cut: boolean;
}
/** The answer, piece by piece, while the provider sends it. */
export type CompletionPieces = AsyncGenerator<string, CompletionEnd, undefined>;
/** A language model without tools: it takes a text and returns a text. */
export interface LanguageModel {
    /** The setting that chooses this model again: `ollama:qwen3:8b`. */
    readonly id: string;
    /** Where the request is sent, in words for a person: `Ollama at 127.0.0.1:11434`. */
    readonly place: string;
    /** True if that place is another machine. */
    readonly isRemote: boolean;
    /**
     * Yields the pieces of the answer as they come. A request that fails before its first piece is
     * sent again where that may help. If you stop iterating, the request is ended.
     * @throws CoraError MODEL, MODEL_AUTH, MODEL_MISSING with the next command to type; ABORTED after
     * the signal
     */
    complete(request: CompletionRequest, signal?: AbortSignal): CompletionPieces;
}
/**
 * Text that a language model wrote about a chunk, as the table holds it. Its key is the chunk's
 * content, so chunks with equal content, of any file, branch or machine, share one row.
 */
export interface CommentaryRow {
    /** The hash of the chunk's content: ChunkRow.contentHash. */
    contentHash: string;
    /** LanguageModel.id. */
    model: string;
    /** The version of the prompt that it was written for. */
    prompt: number;
    /** 'here' if this user's own model wrote it, 'artifact' if it came with a packed index. */
    origin: 'here' | 'artifact';
    /** One paragraph without control characters. It is empty if the model had nothing to say. */
    text: string;
    /** The words of `text`, in the form of ChunkRow.searchText. */
    words: string;
    /** The vector of `text`, made by the store's embedder. */
    vector: Float32Array;
}
/** Tells what a run will do before it asks the model. */
export interface CommentaryPlan {
    /** The three fields are LanguageModel.id, place and isRemote. */
    model: string;
    place: string;
    isRemote: boolean;
    /**
     * The number of chunks in the view that are worth commentary. `missing` of them have none yet.
     */
    chunks: number;
    missing: number;
    /** The number of missing ones that this run asks the model about. */
    now: number;
    /** Estimated for the whole run. */
    promptTokens: number;
    answerTokens: number;
}
/** The report of a run that wrote commentary. */
export interface CommentaryReport extends CommentaryPlan {
    /** Rows that are new in the table. Some may belong to chunks outside of the plan. */
    written: number;
    /**
     * The number of rows that were not asked for again: a killed run or the store of another embedder
     * had them.
     */
    recovered: number;
    /** Answers without any text. The next run does not ask again. */
    empty: number;
    /** Chunks that got no answer. The next run asks again. */
    failed: number;
    /** Counted by the provider, or estimated where it does not tell. */
    usedTokens: number;
    /** Why the run ended before its last chunk; null if it did not. */
    stopped: CommentaryStop | null;
    /** The message of the last error; null if there was none. */
    problem: string | null;
    tookMs: number;
}
export type CommentaryStop = 'limit' | 'tokens' | 'failures' | 'declined' | 'locked' | 'dry-run';
