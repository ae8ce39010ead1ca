/**
 * GitHub's REST protocol (version 2022-11-28): one question about one repository. The token goes to the API's host only: a download is a
 * redirect to a storage host, which is asked without it.
 */

import { CoraError } from '../errors.ts';
import { fetchSafely, mayCarryToken, type SafeRequest, shown } from './fetchSafely.ts';

export interface GithubPlace {
  /** `https://api.github.com`, or what GITHUB_API_URL says. */
  api: URL;
  owner: string;
  repository: string;
  token: string | undefined;
}

export type Asking = Pick<SafeRequest, 'fetch' | 'log' | 'policy' | 'signal'>;

export const JSON_HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
const PER_PAGE = 100;

export interface Question {
  /** Below the repository. */
  path: string;
  method?: SafeRequest['method'];
  body?: unknown;
  asking: Asking;
  /** What a status that is no success means to the caller; null: nothing is there, and that is the answer. Else refusalOf says it. */
  refused?: (status: number) => CoraError | null;
}

/** @returns the answer's JSON; null for an empty one @throws CoraError NO_ARTIFACT for 404, NETWORK, ABORTED */
export async function askGithub(
  place: GithubPlace,
  { path, method, body, asking, refused = (status) => refusalOf(place, addressOf(place, path), status) }: Question,
): Promise<unknown> {
  const url = addressOf(place, path);
  const request: SafeRequest = {
    ...asking,
    url,
    headers: () => JSON_HEADERS,
    authorization: authorizationOf(place),
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  return fetchSafely(request, async (response) => {
    const text = await response.text();
    const refusal = response.ok ? null : refused(response.status);
    if (refusal !== null) throw refusal;
    return text === '' || !response.ok ? null : (JSON.parse(text) as unknown);
  });
}

/**
 * A list that comes in pages.
 * @param itemsIn the list in an answer; throws where there is none
 * @param most pages
 */
export async function askPages(
  place: GithubPlace,
  question: Question,
  itemsIn: (answer: unknown) => unknown[],
  most: number,
): Promise<unknown[]> {
  const found: unknown[] = [];
  const query = question.path.includes('?') ? '&' : '?';
  for (let page = 1; page <= most; page++) {
    const path = `${question.path}${query}per_page=${PER_PAGE}&page=${page}`;
    const items = itemsIn(await askGithub(place, { ...question, path }));
    for (const item of items) found.push(item);
    if (items.length < PER_PAGE) break;
  }
  return found;
}

export function authorizationOf({ api, token }: Pick<GithubPlace, 'api' | 'token'>): string | undefined {
  return token === undefined || !mayCarryToken(api) ? undefined : `Bearer ${token}`;
}

export function addressOf({ api, owner, repository }: GithubPlace, path: string): URL {
  const base = api.href.replace(/(?<!\/)\/+$/, '');
  return new URL(`${base}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/${path}`);
}

export function refusalOf(place: GithubPlace & { tag?: string }, url: URL, status: number): CoraError {
  const { owner, repository, tag, token } = place;
  const named = tag === undefined ? `repository ${owner}/${repository}` : `release ${owner}/${repository}@${tag}`;
  if (status === 404) {
    // GitHub says the same of what is private.
    const hint =
      token === undefined
        ? 'a private repository needs a token: CORA_TOKEN, GITHUB_TOKEN or GH_TOKEN'
        : 'cora index   builds the index here';
    return new CoraError('NO_ARTIFACT', `There is no ${named}.`, { hint });
  }
  return new CoraError('NETWORK', `${shown(url)} answers with status ${status}.`, {
    ...(status === 401 || status === 403
      ? { hint: 'the token (CORA_TOKEN, GITHUB_TOKEN, GH_TOKEN) is refused, or its rate is used up' }
      : {}),
  });
}
