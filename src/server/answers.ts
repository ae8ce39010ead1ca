/** The responses of a route in the OpenAPI document: what goes well, and one form for every error. */

import type { z } from '@hono/zod-openapi';
import { errorBody } from './schemas/common.ts';

const error = {
  description: 'What went wrong: 400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 429, 500, 502 or 503.',
  content: { 'application/json': { schema: errorBody } },
};

export function answers<T extends z.ZodType>(schema: T, description: string) {
  return { 200: { description, content: { 'application/json': { schema } } }, default: error };
}

/** @param status of what was made, or will be */
export function answersWith<S extends 201 | 202, T extends z.ZodType>(status: S, schema: T, description: string) {
  const made = { description, content: { 'application/json': { schema } } };
  return { [status]: made, default: error } as Record<S, typeof made> & { default: typeof error };
}

/** Server-sent events: streamEvents.ts. */
export function answersAsEvents<T extends z.ZodType>(schema: T, description: string) {
  return { 200: { description, content: { 'text/event-stream': { schema } } }, default: error };
}

export function jsonBody<T extends z.ZodType>(schema: T, required: boolean) {
  return { required, content: { 'application/json': { schema } } };
}
