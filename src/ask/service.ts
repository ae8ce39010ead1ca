/** A language model's service that fails: its errors. */

import type { CompletionPieces } from '../base/answerTypes.ts';
import { CoraError } from '../base/errors.ts';
import { explainFailure, type FailureWords, type Service } from '../net/explainFailure.ts';
import { HttpFailure } from '../net/httpFailure.ts';

const WORDS: FailureWords = {
  codes: { failed: 'MODEL', refused: 'MODEL_AUTH', missing: 'MODEL_MISSING' },
  hints: {
    quota: 'wait, or check the quota of this key',
    failed: 'run again; if it stays, choose another model',
  },
};

/** The same pieces; a failure becomes an error that tells a person what to do. */
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
