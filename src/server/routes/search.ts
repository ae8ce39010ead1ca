/**
 * /search: what `cora query --json` answers, of one repository or of several, without a language
 * model.
 */

import { listOf } from '../../base/lists.ts';
import type { SearchResult } from '../../base/searchTypes.ts';
import { estimateTokens } from '../../base/tokenBudget.ts';
import { fitResult } from '../../search/renderResult.ts';
import { searchRequestOf } from '../../search/searchRequest.ts';
import type { SearchSettings } from '../../settings/requests.ts';
import { type AddRoutes, type ApiServices, inRepository } from '../apiServices.ts';
import { answers, jsonBody, routesOf } from '../schemas/openApi.ts';
import * as schemas from '../schemas/search.ts';

const route = routesOf('search');
const found = answers(schemas.searchResult, 'As cora query --json prints it; with "repos" also "repositories".');
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
  app.openapi(post, async (c) => c.json(await search(c.req.valid('json'), c.get('life').signal), 200));
  app.openapi(get, async (c) => {
    const { q, ...others } = c.req.valid('query');
    return c.json(await search({ query: q, ...others }, c.get('life').signal), 200);
  });
};

type Body = schemas.SearchRequestBody;

function createSearch(services: ApiServices) {
  const { repositories, slots } = services;

  const searchOne = (body: Body, signal: AbortSignal): Promise<SearchResult> =>
    inRepository(services, body.repo_id, signal, async ({ place, searcher }) => {
      const settings = searchOf(body, place.settings.search);
      const request = searchRequestOf(body.query, settings, [], body.k ?? body.n_results);
      return fitted(await searcher.search(request, signal), settings);
    });

  const searchSeveral = async (body: Body, signal: AbortSignal): Promise<SearchResult> => {
    const chosen = await repositories.matching(listOf(body.repos));
    const settings = searchOf(body, services.search);
    const request = searchRequestOf(body.query, settings, [], body.k ?? body.n_results);
    return fitted(await repositories.search(chosen, request, signal), settings);
  };

  return (body: Body, signal: AbortSignal): Promise<SearchResult> =>
    body.repos === undefined ? searchOne(body, signal) : slots.use(signal, () => searchSeveral(body, signal));
}

function searchOf(body: Body, settings: SearchSettings): SearchSettings {
  const limit = body.k ?? body.n_results;
  const { mode, budget, related, lines, explain } = body;
  return {
    ...settings,
    paths: listOf(body.path),
    languages: listOf(body.language),
    kinds: listOf(body.kind),
    ...(limit === undefined ? {} : { limit }),
    ...(mode === undefined ? {} : { mode }),
    ...(budget === undefined ? {} : { budget }),
    ...(related === undefined ? {} : { related }),
    ...(lines === undefined ? {} : { lines }),
    ...(explain === undefined ? {} : { explain }),
  };
}

function fitted(result: SearchResult, { budget }: SearchSettings): SearchResult {
  return budget === null ? result : fitResult(result, budget, (some) => estimateTokens(JSON.stringify(some)));
}
