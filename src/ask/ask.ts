/**
 * ASK: question → search (+ history) → prompt within a budget → language model → citations. It puts
 * the steps in order and hands the model's pieces on as text, without what it thinks aloud. The
 * model has no tools.
 */

import type { CompletionEnd, CompletionPieces, LanguageModel } from '../base/answerTypes.ts';
import type { AskSource } from '../base/citationTypes.ts';
import { isCoraError, throwIfAborted } from '../base/errors.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import { estimateTokens } from '../base/tokenBudget.ts';
import { DEFAULT_HTTP, type HttpPolicy } from '../net/retrying.ts';
import { fitResult } from '../search/fitResult.ts';
import { searchRequestOf } from '../search/searchRequest.ts';
import type { AnswerSettings, SearchSettings, Surroundings } from '../settings/requests.ts';
import { type AnswerContext, answerPrompt, fitQuestion, historyText, numberLines } from './answerPrompt.ts';
import type { Ask, AskEnd, AskEvent, AskRequest } from './askTypes.ts';
import { findCitations } from './citations.ts';
import { createModel, parseModelSpec } from './createModel.ts';

/**
 * The most tokens that the model is told: about ten sources. With the answer it fits a window of
 * 16,384 tokens.
 */
const PROMPT_TOKENS = 6000;
/**
 * A model on this machine may have to be loaded first, and read a long prompt without a graphics
 * card.
 */
const POLICY: HttpPolicy = { ...DEFAULT_HTTP, attempts: 3, timeoutMs: 300_000 };

/**
 * Returns null where no model is chosen.
 * @throws CoraError CONFIG, MODEL_AUTH, MODEL_MISSING; nothing is asked yet
 */
export async function modelFor(
  { model }: Pick<AnswerSettings, 'model'>,
  { env, log }: Pick<Surroundings, 'env' | 'log'>,
): Promise<LanguageModel | null> {
  return model === null ? null : createModel(parseModelSpec(model), env, log, POLICY);
}

/**
 * @param settings `limit` is the maximum number of sources, `budget` that of the prompt's tokens
 * @throws CoraError USAGE as searchRequestOf
 */
export function askRequestOf(
  text: string,
  settings: SearchSettings,
  { answerTokens, temperature }: AnswerSettings,
  askedLimit: number | null = null,
): AskRequest {
  return {
    // What is far less relevant is left out.
    search: {
      ...searchRequestOf(text, settings, [], askedLimit),
      related: 0,
      onlyRelevant: askedLimit === null,
    },
    promptTokens: settings.budget ?? PROMPT_TOKENS,
    answerTokens,
    temperature,
  };
}

export const ask: Ask = async function* (searcher, model, request, signal) {
  const started = performance.now();
  const found = await searcher.search(request.search, signal);
  throwIfAborted(signal);
  const question = fitQuestion(request.search.question.text, request.promptTokens);
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

function contextOf(question: string, result: SearchResult): AnswerContext {
  return {
    question,
    sources: sourcesOf(result).map((source) => ({ ...source, lines: numberLines(source.hit) })),
    history: result.gitContext === undefined ? '' : historyText(result.gitContext),
    isMany: result.repositories !== undefined,
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

// An answer without what some models write before it: `<think>…</think>`. Nothing is handed on
// while they think.

const OPENING = /^\s*<think(?:ing)?>/i;
const CLOSING = /<\/think(?:ing)?>/i;
/** Matches text that may become one of them. */
const MAY_OPEN = /^\s*(?:<[a-z]{0,8})?$/i;
/** Characters before an answer begins; more of them are its own. */
const MOST_BLANK = 1000;
const MAY_CLOSE = /<\/?[a-z]{0,8}$/i;

export async function* withoutThinking(pieces: CompletionPieces): CompletionPieces {
  let state: 'beginning' | 'thinking' | 'blank' | 'saying' = 'beginning';
  let held = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) {
      // Who only thought has said nothing.
      if (state === 'beginning' && held.trim() !== '') yield held;
      return next.value;
    }
    held += next.value;
    if (state === 'beginning') {
      if (held.length < MOST_BLANK && MAY_OPEN.test(held)) continue;
      state = OPENING.test(held) ? 'thinking' : 'saying';
    }
    if (state === 'thinking') {
      const end = CLOSING.exec(held);
      if (end === null) {
        held = MAY_CLOSE.exec(held)?.[0] ?? '';
        continue;
      }
      held = held.slice(end.index + end[0].length);
      state = 'blank';
    }
    if (state === 'blank') {
      held = held.trimStart();
      if (held !== '') state = 'saying';
    }
    if (held !== '') yield held;
    held = '';
  }
}

// Cuts pieces so that none of them ends within a character of two code units: each can be shown as
// it comes.

export async function* wholeCharacters(pieces: CompletionPieces): CompletionPieces {
  let held = '';
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) {
      if (held !== '') yield held;
      return next.value;
    }
    const text = held + next.value;
    held = /[\ud800-\udbff]$/.test(text) ? text.slice(-1) : '';
    const whole = text.slice(0, text.length - held.length);
    if (whole !== '') yield whole;
  }
}
