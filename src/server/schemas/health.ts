/** Whether the server lives, and whether what it may use is there. */

import { z } from '@hono/zod-openapi';

export const health = z
  .object({
    status: z.literal('healthy'),
    version: z.string(),
    uptime_seconds: z.number(),
    requests: z.object({ running: z.number(), waiting: z.number() }),
  })
  .openapi('Health');

export const codexStatus = z
  .object({
    installed: z.boolean(),
    authenticated: z.boolean(),
    version: z.string().nullable(),
    error: z.string().nullable(),
  })
  .openapi('CodexStatus');
