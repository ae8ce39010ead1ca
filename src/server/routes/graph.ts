/** /graph: what stands around a chunk in the graph of references. */

import { createRoute } from '@hono/zod-openapi';
import { neighbourhood } from '../../graph/neighbourhood.ts';
import { answers } from '../answers.ts';
import type { AddRoutes } from '../apiTypes.ts';
import { ofView } from '../inRepository.ts';
import * as schemas from '../schemas/files.ts';

const route = createRoute({
  method: 'get',
  path: '/graph',
  tags: ['files'],
  summary: 'The neighbourhood of a chunk: what it uses and what uses it',
  request: { query: schemas.graphQuery },
  responses: answers(schemas.graph, 'The centre first, then its neighbours, nearest first.'),
});

/** Neighbours that can be drawn beside each other. */
const NODES = 20;

export const addGraph: AddRoutes = (app, services) => {
  app.openapi(route, async (c) => {
    const { repo_id, chunk_id, file_path, line, limit = NODES } = c.req.valid('query');
    const place = chunk_id === undefined ? { path: file_path!, line: line! } : { chunkId: chunk_id };
    const answer = await ofView(services, repo_id, c.get('life').signal, (context) =>
      neighbourhood(context, place, limit),
    );
    return c.json(answer, 200);
  });
};
