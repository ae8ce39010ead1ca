/**
 * Every provider of a language model shares this: its surroundings, how its failures are explained,
 * how fields of its JSON are read.
 */

import type { CompletionPieces, LanguageModel } from '../base/answerTypes.ts';
import { parseOrNull, SMALL_JSON } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import { explainFailure, type FailureWords, HttpFailure, type HttpPolicy, type Service } from '../net/retrying.ts';

interface ModelSurroundings {
  /** Keys and addresses come from here: OPENAI_API_KEY, OLLAMA_HOST, CORA_CODEX, PATH, … */
  env: Record<string, string | undefined>;
  log: Log;
  policy: HttpPolicy;
}

export type CreateModel = (id: string, model: string, surroundings: ModelSurroundings) => LanguageModel;

const WORDS: FailureWords = {
  codes: { failed: 'MODEL', refused: 'MODEL_AUTH', missing: 'MODEL_MISSING' },
  hints: {
    quota: 'wait, or check the quota of this key',
    failed: 'run again; if it stays, choose another model',
  },
};

/** Yields the same pieces; a failure becomes an error that tells a person what to do. */
export async function* explaining(service: Service, pieces: CompletionPieces): CompletionPieces {
  try {
    return yield* pieces;
  } catch (error) {
    throw error instanceof HttpFailure ? explainFailure(error, service, WORDS) : error;
  }
}

/** An answer of another shape than the protocol's. It may be whole the next time. */
export function misshapen({ name }: Service, what: string): CoraError {
  return new CoraError('MODEL', `${name} ${what}.`, {
    hint: 'run again; if it stays, check that the address is right',
  });
}

// Fields of a JSON answer that may be of any shape.

export type Fields = Readonly<Record<string, unknown>>;

/** @returns null where the text is no JSON object */
export function readObject(json: string): Fields | null {
  return objectOf(parseOrNull(json, SMALL_JSON));
}

export function objectOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null ? (value as Fields) : null;
}

/** '' where it is something else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
