/** /search: what `cora query --json` answers, of one repository or of several, without a language model. */

import { createRoute } from '@hono/zod-openapi';
import { listOf } from '../../base/lists.ts';
import type { SearchResult } from '../../base/searchTypes.ts';
import { estimateTokens } from '../../base/tokenBudget.ts';
import { openMembers, withSyncErrors } from '../../fleet/searchFleet.ts';
import { fitResult } from '../../search/renderResult.ts';
import { searchMany } from '../../search/search.ts';
import { searchRequestOf } from '../../search/searchRequest.ts';
import { SessionMember } from '../../session/openSessions.ts';
import type { SearchSettings } from '../../settings/requests.ts';
import { type AddRoutes, type ApiServices, inRepository } from '../apiServices.ts';
import { answers, jsonBody } from '../schemas/openApi.ts';
import * as schemas from '../schemas/search.ts';

const tags = ['search'];
const found = answers(schemas.searchResult, 'As cora query --json prints it; with "repos" also "repositories".');
const post = createRoute({
  method: 'post',
  path: '/search',
  tags,
  summary: 'Search the code',
  request: { body: jsonBody(schemas.searchRequest, true) },
  responses: found,
});
const get = createRoute({
  method: 'get',
  path: '/search',
  tags,
  summary: 'The same from an address line',
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
  const { repositories, sessions, slots, fleet } = services;
  const members = openMembers(fleet);

  const searchOne = (body: Body, signal: AbortSignal): Promise<SearchResult> =>
    inRepository(services, body.repo_id, signal, async ({ place, searcher }) => {
      const settings = searchOf(body, place.settings.search);
      const request = searchRequestOf(body.query, settings, [], body.k ?? body.n_results);
      return fitted(await searcher.search(request, signal), settings);
    });

  /** Clones are read without a process of git each, directories are live sessions. */
  const searchSeveral = async (body: Body, signal: AbortSignal): Promise<SearchResult> => {
    const chosen = await repositories.matching(listOf(body.repos));
    const settings = searchOf(body, services.search);
    const clones = chosen.filter(({ kind }) => kind === 'clone');
    const places = chosen
      .filter(({ kind }) => kind === 'place')
      .map((one) => new SessionMember(one.name, sessions.at(repositories.placeOf(one))));
    try {
      const request = searchRequestOf(body.query, settings, [], body.k ?? body.n_results);
      const result = await searchMany([...members.of(clones), ...places], request, signal);
      return fitted(withSyncErrors(result, chosen), settings);
    } finally {
      for (const member of places) member.close();
    }
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
