/** /health and /codex/status: whether the server lives, and whether what it may use is there. */

import { codexStatus } from '../../ask/codex.ts';
import { TOOL_VERSION } from '../../base/version.ts';
import type { AddRoutes } from '../apiServices.ts';
import { answers, routesOf } from '../schemas/openApi.ts';
import * as schemas from '../schemas/serverState.ts';

const route = routesOf('server');
const health = route('get', '/health', 'Whether the server lives, and how much it has to do', {
  security: [],
  responses: answers(schemas.health, 'It does.'),
});
const codex = route('get', '/codex/status', 'Whether the Codex CLI is installed and logged in; asks no server', {
  responses: answers(schemas.codexStatusBody, 'What codex --version and codex login status say.'),
});

export const addHealth: AddRoutes = (app, { slots, surroundings }) => {
  const began = performance.now();
  app.openapi(health, (c) => {
    const uptime = Math.round((performance.now() - began) / 1000);
    const requests = { running: slots.running, waiting: slots.waiting };
    return c.json({ status: 'healthy' as const, version: TOOL_VERSION, uptime_seconds: uptime, requests }, 200);
  });
  app.openapi(codex, async (c) => {
    const { signal } = c.get('life');
    return c.json(await slots.use(signal, () => codexStatus(surroundings.env, signal)), 200);
  });
};
