/** /repos: list, add, show, remove, activate, count. Adding asks no server: a job fetches and indexes it. */

import { isAbsolute } from 'node:path';
import { createRoute } from '@hono/zod-openapi';
import { repositoryStats } from '../../history/repositoryStats.ts';
import { answers, answersWith, jsonBody } from '../answers.ts';
import type { AddRoutes } from '../apiTypes.ts';
import { HttpError } from '../errors.ts';
import { repositoryBodies, repositoryBody } from '../repositoryBody.ts';
import { repoParams } from '../schemas/common.ts';
import * as schemas from '../schemas/repos.ts';

const tags = ['repositories'];
const params = repoParams;

const list = createRoute({
  method: 'get',
  path: '/repos',
  tags,
  summary: 'All repositories',
  responses: answers(schemas.repositories, 'The directories of the command line first, then by name.'),
});
const add = createRoute({
  method: 'post',
  path: '/repos',
  tags,
  summary: 'Add a repository and index it',
  request: { body: jsonBody(schemas.addRepoRequest, true) },
  responses: answersWith(201, schemas.repository, 'Its first index is queued.'),
});
const show = createRoute({
  method: 'get',
  path: '/repos/{id}',
  tags,
  summary: 'One repository',
  request: { params },
  responses: answers(schemas.repository, 'As it is now.'),
});
const remove = createRoute({
  method: 'delete',
  path: '/repos/{id}',
  tags,
  summary: "Remove a repository: a clone with its index; a user's own directory stays as it is",
  request: { params },
  responses: answers(schemas.removedRepo, 'It is gone.'),
});
const activate = createRoute({
  method: 'put',
  path: '/repos/{id}/activate',
  tags,
  summary: 'Make it the one that is meant where a request names none',
  request: { params },
  responses: answers(schemas.repository, 'It is active.'),
});
const stats = createRoute({
  method: 'get',
  path: '/repos/{id}/stats',
  tags,
  summary: 'Commits, branches, tags, the newest commit',
  request: { params },
  responses: answers(schemas.repoStats, 'As Git says.'),
});

export const addRepos: AddRoutes = (app, services) => {
  const { repositories, jobs, slots } = services;

  app.openapi(list, async (c) => {
    const all = await repositories.list();
    return c.json(await repositoryBodies(services, all), 200);
  });

  app.openapi(add, async (c) => {
    const { path, url, name, branch } = c.req.valid('json');
    if (path !== undefined && !isAbsolute(path)) {
      throw new HttpError(400, 'USAGE', '"path" is not absolute.', {
        hint: 'A directory of the machine that the server runs on, from its root; an address is "url".',
      });
    }
    const added = await repositories.add({ url: url ?? path!, name, branch });
    await jobs?.add({ repoId: added.id, kind: 'incremental', targetPath: null });
    return c.json(await repositoryBody(services, added), 201);
  });

  app.openapi(show, async (c) => {
    const found = await repositories.get(c.req.valid('param').id);
    return c.json(await repositoryBody(services, found), 200);
  });

  app.openapi(remove, async (c) => {
    const { id } = c.req.valid('param');
    const { name } = await repositories.mustBeRemovable(id);
    // What runs would write into what is deleted.
    await jobs?.forget(id);
    const deleted = await repositories.remove(id);
    return c.json({ message: `Removed ${name}`, repo_id: id, deleted }, 200);
  });

  app.openapi(activate, async (c) => {
    const active = await repositories.activate(c.req.valid('param').id);
    return c.json(await repositoryBody(services, active), 200);
  });

  app.openapi(stats, async (c) => {
    const { signal } = c.get('life');
    const { options, surroundings } = repositories.placeOf(await repositories.get(c.req.valid('param').id));
    const found = await slots.use(signal, () => repositoryStats(options, surroundings, signal));
    return c.json(
      {
        total_commits: found.commits,
        total_branches: found.branches,
        total_tags: found.tags,
        is_shallow: found.isShallow,
        latest_commit: found.latest,
      },
      200,
    );
  });
};
