/** Language models as the core sees them. Types only. */

export interface CompletionRequest {
  /** What the model is and does. Trusted: never holds text of a repository. */
  system: string;
  /** The question with its context. Text of a repository stands in it as data. */
  prompt: string;
  /** Of the answer. A provider that cannot be told is cut off. */
  maxTokens: number;
  /** 0 to 2; left to the provider where it cannot be told. */
  temperature: number;
}

export interface CompletionEnd {
  /** As the provider counts them; null where it does not say. */
  promptTokens: number | null;
  answerTokens: number | null;
  /** `maxTokens` ended it. */
  cut: boolean;
}

/** A language model without tools: text in, text out. */
export interface LanguageModel {
  /** The setting that gives the same model again: `ollama:qwen3:8b`. */
  readonly id: string;
  /** Where what it is told goes, for a person: `Ollama at 127.0.0.1:11434`. */
  readonly place: string;
  /** True where that is another machine. */
  readonly isRemote: boolean;
  /**
   * The answer in pieces as they come. Repeated while repeating may help, until the first piece is there. Ending the iteration
   * early ends the request.
   * @throws CoraError MODEL, MODEL_AUTH, MODEL_MISSING with the next command to type; ABORTED after the signal
   */
  complete(request: CompletionRequest, signal?: AbortSignal): AsyncGenerator<string, CompletionEnd, undefined>;
}
