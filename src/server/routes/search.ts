/**
 * /search, /commits and /grep: what `cora query --json`, `cora query --commits --json` and `cora
 * grep --json` answer, without a language model.
 */

import type { Context } from 'hono';
import { defined, listOf } from '../../base/lists.ts';
import type { SearchResult } from '../../base/searchTypes.ts';
import { estimateTokens } from '../../base/tokenBudget.ts';
import { grepRepository } from '../../grep/grepRepository.ts';
import { searchHistory } from '../../history/historySession.ts';
import { readDirectives } from '../../search/includeDirective.ts';
import { DEFAULT_BUDGET, fitResult, renderResult } from '../../search/renderResult.ts';
import { type SearchRequest, searchRequestOf } from '../../search/searchRequest.ts';
import type { SearchSettings } from '../../settings/requests.ts';
import { type AddRoutes, type ApiServices, inRepository, repositoryRoutes } from '../apiServices.ts';
import { grepQuery, grepResult } from '../schemas/files.ts';
import { type ApiEnv, answers, jsonBody, jsonRoutesOf, routesOf } from '../schemas/openApi.ts';
import * as schemas from '../schemas/search.ts';

const route = routesOf('search');
const asJson = answers(schemas.searchResult, 'As cora query --json prints it; with "repos" also "repositories".');
const found = { ...asJson, 200: { ...asJson[200], content: { ...asJson[200].content, ...schemas.searchTexts } } };
const post = route('post', '/search', 'Search the code', {
  request: { body: jsonBody(schemas.searchRequest, true) },
  responses: found,
});
const get = route('get', '/search', 'The same from an address line', {
  request: { query: schemas.searchQuery },
  responses: found,
});

export const addSearch: AddRoutes = (app, services) => {
  const search = createSearch(services);
  app.openapi(post, async (c) => answer(c, c.req.valid('json')));
  app.openapi(get, async (c) => {
    const { q, ...others } = c.req.valid('query');
    return answer(c, { query: q, ...others });
  });

  addCommitsAndGrep(app, services);

  const answer = async (c: Context<ApiEnv>, body: Body) => {
    const { result, budget } = await search(body, c.get('life').signal);
    const { format = 'json' } = body;
    if (format === 'json') return c.json(budget === null ? result : fitted(result, budget), 200);
    const text = renderResult(result, format, { budget, isCompact: true });
    return c.body(text, 200, { 'Content-Type': TYPES[format] });
  };
};

const TYPES = { markdown: 'text/markdown; charset=utf-8', xml: 'application/xml; charset=utf-8' };

type Body = schemas.SearchRequestBody;

interface Found {
  result: SearchResult;
  /** Tokens of the answer as it is sent; null for any number. */
  budget: number | null;
}

function createSearch(services: ApiServices) {
  const { repositories, slots } = services;

  const searchOne = (body: Body, signal: AbortSignal): Promise<Found> =>
    inRepository(services, body.repo_id, signal, async ({ place, searcher }) => {
      const settings = searchOf(body, place.settings.search);
      return { result: await searcher.search(requestOf(body, settings), signal), budget: settings.budget };
    });

  const searchSeveral = async (body: Body, signal: AbortSignal): Promise<Found> => {
    const chosen = await repositories.matching(listOf(body.repos));
    const settings = searchOf(body, services.search);
    const result = await repositories.search(chosen, requestOf(body, settings), signal);
    return { result, budget: settings.budget };
  };

  return (body: Body, signal: AbortSignal): Promise<Found> =>
    body.repos === undefined ? searchOne(body, signal) : slots.use(signal, () => searchSeveral(body, signal));
}

function requestOf(body: Body, settings: SearchSettings): SearchRequest {
  const include = readDirectives(listOf(body.include));
  const request = searchRequestOf(body.query, settings, include, body.k ?? body.n_results);
  return { ...request, extensions: listOf(body.extension) };
}

function searchOf(body: Body, settings: SearchSettings): SearchSettings {
  const limit = body.k ?? body.n_results;
  const { mode, budget, related, lines, context, diversity, scope, explain, format } = body;
  // A chat keeps all that it is given.
  const most = budget ?? settings.budget ?? (limit === undefined ? DEFAULT_BUDGET[format ?? 'json'] : undefined);
  return {
    ...settings,
    paths: listOf(body.path),
    languages: listOf(body.language),
    kinds: listOf(body.kind),
    budget: most ?? null,
    ...defined({ limit, mode, related, lines, context, diversity, explain }),
    ...defined({ scope: scope?.replace(/^\.?\/|\/$/g, '') }),
  };
}

function fitted(result: SearchResult, budget: number): SearchResult {
  return fitResult(result, budget, (some) => estimateTokens(JSON.stringify(some)));
}

/** The number of commits and of lines in an answer, if the request does not say. */
const COMMITS = 10;
const LINES = 200;

const addCommitsAndGrep: AddRoutes = (app, services) => {
  const { ofFiles } = repositoryRoutes(jsonRoutesOf(app, 'search'), services);

  ofFiles(
    '/grep',
    'Every line that matches, in the files as they are now',
    { query: grepQuery, answer: grepResult, says: 'As cora grep --json prints it.' },
    ({ settings, surroundings }, { pattern, path, language, k = LINES, context = 0, max_per_file, ...flags }, signal) =>
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

  ofFiles(
    '/commits',
    'Commits by what they say and touched, or the newest',
    { query: schemas.commitsQuery, answer: schemas.commitsResult, says: 'As cora query --commits --json prints it.' },
    ({ settings, surroundings }, { q = '', k = COMMITS, path, author = null, since = null, until = null }) => {
      const asked = { text: q, limit: k, paths: listOf(path), author, since, until };
      return searchHistory({ ...settings, ...asked }, surroundings);
    },
  );
};
