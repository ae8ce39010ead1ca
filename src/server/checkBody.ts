/** What may stand in a body: JSON, said to be JSON (a form of another page can send text and fields only), of a size that is said before. */

import type { MiddlewareHandler } from 'hono';
import { type JsonLimits, tooMuchJson } from '../base/boundedJson.ts';
import type { ApiEnv } from './apiEnv.ts';
import { HttpError } from './errors.ts';

/** Bytes: a long chat has room. */
const LARGEST = 4_000_000;
/** A search has a list of names in an object. */
const JSON_LIMITS: JsonLimits = { bytes: LARGEST, depth: 32, values: 100_000 };

export const checkBody: MiddlewareHandler<ApiEnv> = async (c, next) => {
  const { method } = c.req;
  const length = Number(c.req.header('content-length') ?? 0);
  const isChunked = c.req.header('transfer-encoding') !== undefined;
  if (isChunked) {
    throw new HttpError(411, 'NO_LENGTH', 'A body needs a Content-Length.', { headers: { Connection: 'close' } });
  }
  if (length > LARGEST) {
    // What is on its way is not read.
    throw new HttpError(413, 'TOO_LARGE', `A body has at most ${LARGEST} bytes.`, { headers: { Connection: 'close' } });
  }
  const type = c.req.header('content-type');
  const isJson = type === undefined ? length === 0 : /^application\/json *(;|$)/i.test(type);
  if (method !== 'GET' && method !== 'HEAD' && !isJson) {
    throw new HttpError(415, 'NOT_JSON', 'A body must be application/json.', {
      hint: 'Content-Type: application/json',
    });
  }
  // Whoever wants the body says that it broke off. Hono keeps the text for whoever wants the JSON.
  const tooMuch = length > 0 && isJson ? tooMuchJson(await c.req.text().catch(() => ''), JSON_LIMITS) : null;
  if (tooMuch !== null) throw new HttpError(413, 'TOO_LARGE', `The body is ${tooMuch}.`);
  await next();
};
