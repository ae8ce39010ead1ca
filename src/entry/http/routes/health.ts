/** GET /health: whether the server lives, and how much it has to do. */

import { createRoute } from '@hono/zod-openapi';
import { TOOL_VERSION } from '../../../index.ts';
import { answers } from '../answers.ts';
import type { AddRoutes } from '../apiTypes.ts';
import * as schemas from '../schemas/health.ts';

const route = createRoute({
  method: 'get',
  path: '/health',
  summary: 'Whether the server lives',
  security: [],
  responses: answers(schemas.health, 'It does.'),
});

export const addHealth: AddRoutes = (app, { slots }) => {
  const began = performance.now();
  app.openapi(route, (c) =>
    c.json(
      {
        status: 'healthy' as const,
        version: TOOL_VERSION,
        uptime_seconds: Math.round((performance.now() - began) / 1000),
        requests: { running: slots.running, waiting: slots.waiting },
      },
      200,
    ),
  );
};
