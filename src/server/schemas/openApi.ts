/**
 * Schemas and responses that all of the OpenAPI document shares, and what every handler is given.
 * Requests refuse fields that they do not know: a filter with a typing error must not become no
 * filter. There is one form for every error.
 */

import type { HttpBindings } from '@hono/node-server';
import { createRoute, type OpenAPIHono, type RouteConfig, z } from '@hono/zod-openapi';
import { defined } from '../../base/lists.ts';
import { nearest } from '../../base/nearest.ts';

/** The most results or chunks of one answer. */
export const MOST_CHUNKS = 50;
const text = z.string().min(1).max(1000);
export const texts = z.union([text, z.array(text).max(100)]);
export const line = z.coerce.number().int().min(1);

/**
 * Makes the schema of an object with these fields and no others. The error for another field names
 * those that there are.
 */
export function fields<S extends z.ZodRawShape>(shape: S) {
  const names = Object.keys(shape);
  return z.strictObject(shape, {
    error: (issue) => {
      if (issue.code !== 'unrecognized_keys') return undefined;
      const key = issue.keys[0]!.slice(0, 60);
      const near = nearest(key, names) ?? names.find((name) => name.startsWith(key));
      const meant = near === undefined ? '' : ` Did you mean ${JSON.stringify(near)}?`;
      return `There is no field ${JSON.stringify(key)}.${meant}\nThere are: ${names.join(', ')}.`;
    },
  });
}

/** Makes the schema of an object, which the document has under this name. */
export function component<S extends z.ZodRawShape>(name: string, shape: S) {
  return z.object(shape).openapi(name);
}

export const repoId = z.string().min(1).max(200).openapi({ description: 'An id of GET /repos.', example: 'local_app' });
export const repoParams = fields({ id: repoId });

export const errorBody = component('Error', {
  error: z.object({
    code: z.string().openapi({ example: 'NO_INDEX' }),
    message: z.string(),
    hint: z.string().nullable(),
    request_id: z.string(),
  }),
});

export type ErrorBody = z.infer<typeof errorBody>;

const errorResponse = {
  description: 'What went wrong: 400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 429, 500, 502 or 503.',
  content: { 'application/json': { schema: errorBody } },
};

/** @param status of a good answer: 201 for what was made, 202 for what will be */
export function answers<T extends z.ZodType, S extends 200 | 201 | 202 = 200>(
  schema: T,
  description: string,
  status = 200 as S,
) {
  const given = { description, content: { 'application/json': { schema } } };
  return { [status]: given, default: errorResponse } as Record<S, typeof given> & { default: typeof errorResponse };
}

/** Describes server-sent events, which server/liveRequests.ts sends. */
export function answersAsEvents<T extends z.ZodType>(schema: T, description: string) {
  return { 200: { description, content: { 'text/event-stream': { schema } } }, default: errorResponse };
}

export function jsonBody<T extends z.ZodType>(schema: T, required: boolean) {
  return { required, content: { 'application/json': { schema } } };
}

/** @returns a function that makes the routes of one chapter of the document */
export function routesOf(tag: string) {
  return <
    M extends 'get' | 'post' | 'put' | 'delete',
    P extends string,
    C extends Pick<RouteConfig, 'request' | 'responses' | 'security'>,
  >(
    method: M,
    path: P,
    summary: string,
    config: C,
  ) => createRoute({ method, path, tags: [tag], summary, ...config });
}

interface RouteSpec<Q, P, B, A> {
  query?: Q;
  params?: P;
  body?: B;
  answer: A;
  /** Describes the answer. */
  says: string;
  status?: 200 | 201;
  security?: [];
}

/**
 * Makes the routes of one chapter of the document that are answered with JSON.
 * @returns a function that adds one: its schemas, and what it does with all that is asked
 */
export function jsonRoutesOf(app: OpenAPIHono<ApiEnv>, tag: string) {
  const route = routesOf(tag);
  return <Q extends z.ZodType, P extends z.ZodType, B extends z.ZodType, A extends z.ZodType>(
    method: 'get' | 'post' | 'put' | 'delete',
    path: string,
    summary: string,
    { query, params, body, answer, says, status, security }: RouteSpec<Q, P, B, A>,
    run: (asked: z.output<Q> & z.output<P> & z.output<B>, signal: AbortSignal) => Promise<z.input<A>> | z.input<A>,
  ): void => {
    const request = defined({ query, params, body: body && jsonBody(body, true) }) as RouteConfig['request'];
    const config = { request, responses: answers(answer, says, status), ...defined({ security }) };
    app.openapi(route(method, path, summary, config as Pick<RouteConfig, 'request' | 'responses'>), async (c) => {
      const asked = Object.assign({}, ...PARTS.map((part) => c.req.valid(part as never) as object | undefined));
      return c.json((await run(asked, c.get('life').signal)) as object, status);
    });
  };
}

/** The parts of a request; no two of a route have a field in common. */
const PARTS = ['param', 'query', 'json'];

export interface ApiEnv {
  Bindings: HttpBindings;
  Variables: { requestId: string; life: RequestLife };
}

/** A request's life, from its first byte to the last one of its answer. */
export interface RequestLife {
  /** Aborts when the client is gone, the time is up, or the server cannot wait any longer. */
  readonly signal: AbortSignal;
  /**
   * True if its answer goes on when its handler has returned: whoever writes the answer calls
   * `end`.
   */
  isStream: boolean;
  /** Takes a place among the streams until its end. @throws HttpError 429 where none is left */
  claimStream(): void;
  /** Sets another time limit, from now on; null for none. */
  limit(ms: number | null): void;
  end(): void;
}
