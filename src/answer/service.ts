/** A service that answers over HTTP: how to speak of it when it fails. */

import type { CompletionEnd } from '../answerTypes.ts';
import { CoraError } from '../errors.ts';
import { HttpFailure } from '../http/httpFailure.ts';

export interface Service {
  /** For messages: `Ollama at 127.0.0.1:11434`. */
  name: string;
  model: string;
  /** The variable that holds the key. */
  keyVariable: string;
  /** What to do when nobody answers, and when the model is not there. */
  hints: { unreachable: string; missing: string };
}

type Pieces = AsyncGenerator<string, CompletionEnd, undefined>;

/** The same pieces; a failure becomes an error that tells a person what to do. */
export async function* explaining(service: Service, pieces: Pieces): Pieces {
  try {
    return yield* pieces;
  } catch (error) {
    throw error instanceof HttpFailure ? explain(error, service) : error;
  }
}

function explain(failure: HttpFailure, { name, model, keyVariable, hints }: Service): CoraError {
  const { status, said } = failure;
  if (status === 401 || status === 403) {
    // What the server says here may quote the key.
    const why = `the key is missing, wrong or not allowed to use ${model}`;
    return new CoraError('MODEL_AUTH', `${name} refuses access (status ${status}): ${why}.`, {
      hint: `check ${keyVariable}`,
    });
  }
  const options = { cause: failure };
  if (status === 0) return new CoraError('MODEL', `${name}: ${said}.`, { ...options, hint: hints.unreachable });
  if (status === 404)
    return new CoraError('MODEL_MISSING', `${name} has no model ${model} (${said}).`, {
      ...options,
      hint: hints.missing,
    });
  const hint = status === 429 ? 'wait, or check the quota of this key' : 'run again; if it stays, choose another model';
  return new CoraError('MODEL', `${name} failed: ${said}.`, { ...options, hint });
}

/** An answer of another shape than the protocol's. It may be whole the next time. */
export function misshapen({ name }: Service, what: string): CoraError {
  return new CoraError('MODEL', `${name} ${what}.`, {
    hint: 'run again; if it stays, check that the address is right',
  });
}
