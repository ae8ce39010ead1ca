/**
 * Asks a language model about one chunk after the other: not faster than the rate allows, not
 * beyond the tokens, and each answer on the disk before the next question. Goes on behind a chunk
 * that fails, and ends where one after the other does.
 */

import { type ChunkContext, cleanCommentary, commentaryPrompt, PROMPT_VERSION } from '../../ask/commentary.ts';
import { readCompletion } from '../../ask/createModel.ts';
import type { CommentaryStop, LanguageModel } from '../../base/answerTypes.ts';
import { type CoraError, isCoraError } from '../../base/errors.ts';
import { estimateTokens } from '../../base/tokenBudget.ts';
import type { Log } from '../../base/types.ts';
import { redactText } from '../../secrets/redact.ts';
import type { Answered } from '../../store/commentaryTable.ts';

export interface ModelRequest {
  model: LanguageModel;
  chunks: AsyncIterable<{ contentHash: string; path: string; context: ChunkContext }>;
  /** Between the starts of two requests. */
  intervalMs: number;
  /** The most tokens of questions and answers together. */
  mostTokens: number;
  /** On the disk when it settles. */
  keep(answer: Answered): Promise<void>;
  onProgress(done: number, usedTokens: number): void;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  now(): number;
  log: Log;
  signal: AbortSignal | undefined;
}

export interface AskedModel {
  answered: number;
  empty: number;
  failed: number;
  usedTokens: number;
  stopped: Extract<CommentaryStop, 'tokens' | 'failures'> | null;
  problem: string | null;
}

/** One chunk may be odd; then it is the service. */
const FAILURES_IN_A_ROW = 3;
/** Asking again would not help. */
const HOPELESS: ReadonlySet<string> = new Set(['MODEL_AUTH', 'MODEL_MISSING', 'CONFIG']);
/** The most characters that are read of an answer before it is cleaned: some think aloud first. */
const MOST_CHARACTERS = 20_000;

/** @throws CoraError ABORTED, and what `keep` throws */
export async function askModel(request: ModelRequest): Promise<AskedModel> {
  const { model, signal, log } = request;
  const out: AskedModel = { answered: 0, empty: 0, failed: 0, usedTokens: 0, stopped: null, problem: null };
  let inARow = 0;
  let next = request.now();
  for await (const { contentHash, path, context } of request.chunks) {
    const question = commentaryPrompt(context);
    // Rows hold no secrets; a name or a path might.
    question.prompt = redactText(question.prompt);
    const asked = estimateTokens(question.system) + estimateTokens(question.prompt);
    if (out.usedTokens + asked + question.maxTokens > request.mostTokens) return { ...out, stopped: 'tokens' };
    await request.wait(Math.max(0, next - request.now()), signal);
    next = request.now() + request.intervalMs;
    try {
      const said = await readCompletion(model.complete(question, signal), MOST_CHARACTERS);
      const text = cleanCommentary(said.text);
      await request.keep({ contentHash, model: model.id, prompt: PROMPT_VERSION, text });
      out.usedTokens += (said.promptTokens ?? asked) + (said.answerTokens ?? estimateTokens(said.text));
      out.answered += 1;
      if (text === '') {
        out.empty += 1;
        out.problem = `${model.place} answered without a word about ${path}`;
        inARow += 1;
      } else inARow = 0;
    } catch (error) {
      if (!isCoraError(error) || error.code === 'ABORTED' || !isOfModel(error)) throw error;
      out.failed += 1;
      inARow += HOPELESS.has(error.code) ? FAILURES_IN_A_ROW : 1;
      // A request that failed may have cost as much as one that did not.
      out.usedTokens += asked;
      out.problem = `${error.message}${error.hint === undefined ? '' : ` (${error.hint})`}`;
      log.debug(`${path}: ${error.message}`);
    }
    request.onProgress(out.answered + out.failed, out.usedTokens);
    if (inARow >= FAILURES_IN_A_ROW) return { ...out, stopped: 'failures' };
  }
  return out;
}

function isOfModel({ code }: CoraError): boolean {
  return code === 'MODEL' || HOPELESS.has(code);
}
