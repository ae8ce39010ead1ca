/**
 * ASK: question → search (+ history) → prompt within a budget → language model → citations. The steps in order; each holds its
 * own detail. The model has no tools, and what it says is handed on as text.
 */

import type { CompletionEnd, CompletionPieces, LanguageModel } from '../base/answerTypes.ts';
import type { AskSource } from '../base/citationTypes.ts';
import { isCoraError, throwIfAborted } from '../base/errors.ts';
import { estimateTokens } from '../base/estimateTokens.ts';
import type { ManyResult, SearchResult } from '../base/searchTypes.ts';
import { DEFAULT_HTTP, type HttpPolicy } from '../net/retrying.ts';
import { fitResult } from '../search/fitResult.ts';
import { searchRequestOf } from '../search/searchRequest.ts';
import type { Options } from '../settings/options.ts';
import type { Surroundings } from '../view/surroundings.ts';
import { type AnswerContext, answerPrompt } from './answerPrompt.ts';
import type { Ask, AskEnd, AskEvent, AskRequest, AskSearcher } from './askTypes.ts';
import { findCitations } from './citations.ts';
import { createModel } from './createModel.ts';
import { fitQuestion } from './fitQuestion.ts';
import { historyText } from './historyText.ts';
import { numberLines } from './numberLines.ts';
import { parseModelSpec } from './parseModelSpec.ts';
import { wholeCharacters } from './wholeCharacters.ts';
import { withoutThinking } from './withoutThinking.ts';

/** Of all that the model is told: about ten sources. With the answer it fits a window of 16,384 tokens. */
const PROMPT_TOKENS = 6000;
/** A model on this machine may have to be loaded first, and read a long prompt without a graphics card. */
const POLICY: HttpPolicy = { ...DEFAULT_HTTP, attempts: 3, timeoutMs: 300_000 };

/** @returns null where the setting `model` is none @throws CoraError CONFIG, MODEL_AUTH, MODEL_MISSING; nothing is asked yet */
export async function modelFor(
  { model = 'none' }: Options,
  { env, log }: Pick<Surroundings, 'env' | 'log'>,
): Promise<LanguageModel | null> {
  return model === 'none' ? null : createModel(parseModelSpec(model), env, log, POLICY);
}

/**
 * @param options resolved; `limit` is how many sources at most, `budget` the tokens of the prompt
 * @throws CoraError USAGE as searchRequestOf
 */
export function askRequestOf(text: string, options: Options, askedLimit: number | null = null): AskRequest {
  return {
    search: searchRequestOf(text, { ...options, budget: undefined, related: 0 }, [], askedLimit),
    promptTokens: options.budget ?? PROMPT_TOKENS,
    answerTokens: options['answer-tokens']!,
    temperature: options.temperature!,
  };
}

export const ask: Ask = async function* (searcher, model, request, signal) {
  const started = performance.now();
  const found = await search(searcher, request, signal);
  const question = fitQuestion(request.search.text, request.promptTokens);
  const promptOf = (result: SearchResult) => answerPrompt(contextOf(question, result));
  const tokensOf = ({ system, prompt }: ReturnType<typeof promptOf>) => estimateTokens(`${system}\n${prompt}`);
  const result = fitResult(found, request.promptTokens, (some) => tokensOf(promptOf(some)));
  const prompt = promptOf(result);
  const sources = sourcesOf(result);
  yield { type: 'sources', result, sources, promptTokens: tokensOf(prompt) };
  const endOf = (answer: string, usage: CompletionEnd): AskEnd => ({
    ...usage,
    answer,
    citations: findCitations(answer, sources),
    model: model?.id ?? null,
    tookMs: Math.round(performance.now() - started),
  });
  if (model === null || isEmpty(result)) {
    yield { type: 'end', end: endOf('', { promptTokens: null, answerTokens: null, cut: false }) };
    return;
  }
  const { answerTokens: maxTokens, temperature } = request;
  yield* answer(model.complete({ ...prompt, maxTokens, temperature }, signal), endOf);
};

/** Both at once. What is far less relevant is left out. */
async function search(searcher: AskSearcher, request: AskRequest, signal: AbortSignal | undefined) {
  const wanted = { ...request.search, budget: null, onlyRelevant: request.search.askedLimit === null };
  const [result, gitContext] = await Promise.all([
    searcher.search(wanted, signal),
    searcher.gitContext(request.search.text),
  ]);
  throwIfAborted(signal);
  return gitContext === null ? result : { ...result, gitContext };
}

function contextOf(question: string, result: SearchResult | ManyResult): AnswerContext {
  return {
    question,
    sources: sourcesOf(result).map((source) => ({ ...source, lines: numberLines(source.hit) })),
    history: result.gitContext === undefined ? '' : historyText(result.gitContext),
    isMany: 'repositories' in result,
  };
}

function sourcesOf({ results }: SearchResult): AskSource[] {
  return results.map((hit, at) => ({ number: at + 1, hit }));
}

function isEmpty({ results, gitContext }: SearchResult): boolean {
  return results.length === 0 && (gitContext === undefined || gitContext.recent.length === 0);
}

async function* answer(
  pieces: CompletionPieces,
  endOf: (answer: string, usage: CompletionEnd) => AskEnd,
): AsyncGenerator<AskEvent, void, undefined> {
  let said = '';
  try {
    const text = wholeCharacters(withoutThinking(pieces));
    for (;;) {
      const next = await text.next();
      if (next.done === true) {
        yield { type: 'end', end: endOf(said, next.value) };
        return;
      }
      said += next.value;
      yield { type: 'text', text: next.value };
    }
  } catch (error) {
    if (!isCoraError(error) || error.code === 'ABORTED') throw error;
    yield { type: 'failed', error, end: endOf(said, { promptTokens: null, answerTokens: null, cut: false }) };
  } finally {
    await pieces.return({ promptTokens: null, answerTokens: null, cut: true });
  }
}
