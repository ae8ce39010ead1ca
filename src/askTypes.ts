/** What a question to a language model is asked with, and what comes back. Types only. */

import type { CompletionEnd, LanguageModel } from './answerTypes.ts';
import type { CoraError } from './errors.ts';
import type { GitContext } from './historyTypes.ts';
import type { SearchRequest } from './search/searchRequest.ts';
import type { ManyResult, SearchHit, SearchResult } from './searchTypes.ts';

/** What finds the sources: one repository's searcher, or several together. */
export interface AskSearcher {
  search(request: SearchRequest, signal?: AbortSignal): Promise<SearchResult | ManyResult>;
  /** Null for questions that are not about the history. */
  gitContext(text: string): Promise<GitContext | null>;
}

export interface AskRequest {
  /** The question is its `text`. */
  search: SearchRequest;
  /** Estimated tokens of the prompt at most: sources, history and question. */
  promptTokens: number;
  /** Of the answer. */
  answerTokens: number;
  temperature: number;
}

/** A source that stands in the prompt, or would if there were a model. */
export interface AskSource {
  /** How the answer may name it: 1, 2, … */
  number: number;
  hit: SearchHit;
}

/** A place that the answer names. */
export interface Citation {
  /** As it stands in the answer: `src/search.ts:10-36`. */
  text: string;
  /** Where it begins in the answer, UTF-16 code units. */
  at: number;
  repository: string | null;
  path: string;
  startLine: number;
  endLine: number;
  /** AskSource.number; null where the model was not shown these lines: nobody knows whether they are right. */
  source: number | null;
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
  | { type: 'sources'; result: SearchResult | ManyResult; sources: AskSource[]; promptTokens: number }
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
