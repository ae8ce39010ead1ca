/** Declares what a question to a language model is asked with, and what comes back. Types only. */

import type { CompletionEnd, LanguageModel } from '../base/answerTypes.ts';
import type { AskSource, Citation } from '../base/citationTypes.ts';
import type { CoraError } from '../base/errors.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import type { SearchRequest } from '../search/searchRequest.ts';

/** The searcher that finds the sources: one repository's, or several together. */
export interface AskSearcher {
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult>;
}

export interface AskRequest {
  /** With the question. */
  search: SearchRequest;
  /** Estimated tokens of the prompt at most: sources, history and question. */
  promptTokens: number;
  /** The number of tokens of the answer. */
  answerTokens: number;
  temperature: number;
}

export interface AskEnd extends CompletionEnd {
  /** The whole answer; '' where no model was asked. */
  answer: string;
  citations: Citation[];
  /** LanguageModel.id; null where none is configured. */
  model: string | null;
  tookMs: number;
}

/** In this order: `sources` once, `text` any number of times, then `end` or `failed` once. */
export type AskEvent =
  | { type: 'sources'; result: SearchResult; sources: AskSource[]; promptTokens: number }
  | { type: 'text'; text: string }
  | { type: 'end'; end: AskEnd }
  /** The model failed after the sources were found; what it had said until then is in `end`. */
  | { type: 'failed'; error: CoraError; end: AskEnd };

/** @throws CoraError of the search, ABORTED; what the model throws is the event `failed` */
export type Ask = (
  searcher: AskSearcher,
  model: LanguageModel | null,
  request: AskRequest,
  signal?: AbortSignal,
) => AsyncGenerator<AskEvent, void, undefined>;
