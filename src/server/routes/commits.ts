/** /commits: commits of HEAD by what they say and touched, or the newest; no index is needed. */

import { listOf } from '../../base/lists.ts';
import { searchHistory } from '../../history/historySession.ts';
import { type AddRoutes, inFiles } from '../apiServices.ts';
import { commitsQuery, commitsResult } from '../schemas/commits.ts';
import { answers, routesOf } from '../schemas/openApi.ts';

const get = routesOf('search')('get', '/commits', 'Commits by what they say and touched, or the newest', {
  request: { query: commitsQuery },
  responses: answers(commitsResult, 'As cora query --commits --json prints it.'),
});

/** Commits of an answer, where nobody says how many. */
const COMMITS = 10;

export const addCommits: AddRoutes = (app, services) => {
  app.openapi(get, async (c) => {
    const { repo_id, q = '', k = COMMITS, path, author = null, since = null, until = null } = c.req.valid('query');
    const asked = { text: q, limit: k, paths: listOf(path), author, since, until };
    const answer = await inFiles(services, repo_id, c.get('life').signal, ({ settings, surroundings }) =>
      searchHistory({ ...settings, ...asked }, surroundings),
    );
    return c.json(answer, 200);
  });
};
