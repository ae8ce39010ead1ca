/**
 * What schemas of the HTTP API share. Requests refuse fields that they do not know: a filter with a typing error must not become no
 * filter. The OpenAPI document is made of the schemas in this folder.
 */

import { z } from '@hono/zod-openapi';

/** Results and chunks of one answer at most. */
export const MOST_CHUNKS = 50;
export const texts = z.union([z.string().min(1), z.array(z.string().min(1)).max(100)]);
export const line = z.coerce.number().int().min(1);
export const status = z.enum(['committed', 'modified', 'untracked']);

export const repoId = z.string().min(1).max(200).openapi({ description: 'An id of GET /repos.', example: 'local_app' });
export const repoParams = z.strictObject({ id: repoId });

export const errorBody = z
  .object({
    error: z.object({
      code: z.string().openapi({ example: 'NO_INDEX' }),
      message: z.string(),
      hint: z.string().nullable(),
      request_id: z.string(),
    }),
  })
  .openapi('Error');

export type ErrorBody = z.infer<typeof errorBody>;
