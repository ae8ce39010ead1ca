/**
 * Errors of the HTTP API: a status, a code that stays, one line, and what to do next. Nothing of a
 * stack leaves the server.
 */

import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { ZodError } from 'zod';
import { type ErrorCode, hintFor, isCoraError, isOfNoTerminal, systemFailure } from '../base/errors.ts';
import { visible } from '../base/renderText.ts';
import { isOfNoCommits } from '../git/repository.ts';
import { redactText } from '../secrets/redact.ts';
import type { ApiEnv, ErrorBody } from './schemas/openApi.ts';

export class HttpError extends Error {
  readonly status: ContentfulStatusCode;
  readonly code: string;
  readonly hint: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    code: string,
    message: string,
    { hint, headers = {} }: { hint?: string | null; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint ?? null;
    this.headers = headers;
  }
}

/**
 * The status of each code. Any other error is a fault of the server or of what it talks to: 500.
 */
const STATUS: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  USAGE: 400,
  BAD_PATTERN: 400,
  BAD_REVISION: 400,
  NOT_A_REPOSITORY: 400,
  BAD_PATH: 404,
  // The repository is there; its state is what has to change first.
  NO_INDEX: 409,
  INCOMPATIBLE_INDEX: 409,
  BROKEN_INDEX: 409,
  EMBEDDER_MISMATCH: 409,
  LOCKED: 409,
  MODEL: 502,
  MODEL_AUTH: 502,
  MODEL_MISSING: 502,
  NETWORK: 502,
  ABORTED: 503,
};

/** Hints in the place of the core's, which speak to somebody at a terminal. */
const HINTS: Readonly<Record<string, string>> = {
  NO_INDEX: 'POST /repos/{id}/index builds it; GET /repos/{id}/index/status says how far it is.',
  BAD_PATH: 'Paths are relative to the top of the repository, with "/"; GET /files lists them.',
};

/** The code of what nobody foresaw: the log gets it whole. */
export const UNEXPECTED = 'UNEXPECTED';

/** @param signal of the request: why it was ended says what the client is told */
export function faultOf(error: unknown, signal?: AbortSignal): HttpError {
  if (error instanceof HttpError) return error;
  if (signal?.reason instanceof HttpError && signal.aborted) return signal.reason;
  const known = isCoraError(error) ? error : systemFailure(error);
  if (known !== null) {
    const { code, message, hint } = known;
    const instead = HINTS[code] ?? hint ?? null;
    const ofIndex = isOfNoCommits(known) ? `Commit something there first. ${instead}` : instead;
    const told = code === 'NO_INDEX' ? ofIndex : hintFor(hint, instead, isOfNoTerminal);
    return new HttpError(STATUS[code] ?? 500, code, message, { hint: told });
  }
  if (error instanceof HTTPException) return ofHono(error);
  const hint = 'The log of the server says what, under this request_id.';
  return new HttpError(500, UNEXPECTED, 'Something went wrong here.', { hint });
}

export function answerFault(c: Context<ApiEnv>, fault: HttpError): Response {
  return c.json({ error: errorOf(c, fault) }, fault.status, { ...fault.headers });
}

export function errorOf(c: Context<ApiEnv>, { code, message, hint }: HttpError): ErrorBody['error'] {
  // One line, whatever a path or a name in it holds.
  return {
    code,
    message: visible(redactText(message)),
    hint: hint === null ? null : visible(redactText(hint)),
    request_id: c.get('requestId'),
  };
}

/** Says in words what the schema does not know in a request. */
export function badRequest(error: ZodError): HttpError {
  // A misspelt field is the reason why the wanted one is missing, so it is told first.
  const issue = error.issues.find(({ code }) => code === 'unrecognized_keys') ?? error.issues[0];
  if (issue === undefined) return new HttpError(422, 'BAD_REQUEST', 'The request is not as it should be.');
  if (issue.code === 'unrecognized_keys') {
    const [message = '', hint = SCHEMAS] = issue.message.split('\n');
    return new HttpError(422, 'UNKNOWN_FIELD', message, { hint });
  }
  const where = issue.path.map(String).join('.');
  const what = where === '' ? issue.message : `${where}: ${issue.message}`;
  return new HttpError(422, 'BAD_REQUEST', what.endsWith('.') ? what : `${what}.`, { hint: SCHEMAS });
}

const SCHEMAS = 'GET /openapi.json says what there is.';

function ofHono({ status, message }: HTTPException): HttpError {
  if (status === 400) return new HttpError(400, 'BAD_JSON', 'The body is not JSON.');
  if (status === 415) return new HttpError(415, 'NOT_JSON', 'A body must be application/json.');
  return new HttpError(status, 'BAD_REQUEST', message === '' ? 'The request is refused.' : message);
}
