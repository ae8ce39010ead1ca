/** /grep: every line that matches, in the files as they are now; no index is needed. */

import { listOf } from '../../base/lists.ts';
import { grepRepository } from '../../grep/grepRepository.ts';
import { type AddRoutes, inFiles } from '../apiServices.ts';
import { grepQuery, grepResult } from '../schemas/grep.ts';
import { answers, routesOf } from '../schemas/openApi.ts';

const get = routesOf('search')('get', '/grep', 'Every line that matches, in the files as they are now', {
  request: { query: grepQuery },
  responses: answers(grepResult, 'As cora grep --json prints it.'),
});

/** Lines of an answer, where nobody says how many. */
const LINES = 200;

export const addGrep: AddRoutes = (app, services) => {
  app.openapi(get, async (c) => {
    const { repo_id, pattern, path, language, k = LINES, context = 0, max_per_file, ...flags } = c.req.valid('query');
    const { signal } = c.get('life');
    const answer = await inFiles(services, repo_id, signal, ({ settings, surroundings }) =>
      grepRepository(pattern, settings, surroundings, {
        paths: listOf(path),
        languages: listOf(language),
        kinds: [],
        fixed: flags.fixed === 'true',
        word: flags.word === 'true',
        ignoreCase: flags.ignore_case === 'true',
        context,
        maxPerFile: max_per_file,
        maxTotal: k,
        signal,
      }),
    );
    return c.json(answer, 200);
  });
};
