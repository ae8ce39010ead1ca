/** A request to a service that failed, as an error that tells a person what to do. */

import { CoraError, type ErrorCode } from '../base/errors.ts';
import type { HttpFailure } from './httpFailure.ts';

/** A service that answers over HTTP: how to speak of it when it fails. */
export interface Service {
  /** For messages: `Ollama at 127.0.0.1:11434`. */
  name: string;
  model: string;
  /** The variable that holds the key. */
  keyVariable: string;
  /** What to do when nobody answers, and when the model is not there. */
  hints: { unreachable: string; missing: string };
}

/** Of embedders or of language models: what their errors are called, and what helps. */
export interface FailureWords {
  codes: { failed: ErrorCode; refused: ErrorCode; missing: ErrorCode };
  hints: { quota: string; failed: string };
}

export function explainFailure(
  failure: HttpFailure,
  { name, model, keyVariable, hints }: Service,
  words: FailureWords,
): CoraError {
  const { status, said } = failure;
  const { codes } = words;
  if (status === 401 || status === 403) {
    // What the server says here may quote the key.
    const why = `the key is missing, wrong or not allowed to use ${model}`;
    return new CoraError(codes.refused, `${name} refuses access (status ${status}): ${why}.`, {
      hint: `check ${keyVariable}`,
    });
  }
  const failed = (code: ErrorCode, message: string, hint: string): CoraError =>
    new CoraError(code, message, { cause: failure, hint });
  if (status === 0) return failed(codes.failed, `${name}: ${said}.`, hints.unreachable);
  if (status === 404) return failed(codes.missing, `${name} has no model ${model} (${said}).`, hints.missing);
  return failed(codes.failed, `${name} failed: ${said}.`, status === 429 ? words.hints.quota : words.hints.failed);
}
