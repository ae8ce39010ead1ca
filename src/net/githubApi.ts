/**
 * GitHub's REST protocol (version 2022-11-28): one question about one repository. The token goes to
 * the API's host only: a download is a redirect to a storage host, which is asked without it.
 */

import { type JsonLimits, parseBounded, TooMuchJson } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { TooLarge } from '../disk/boundedRead.ts';
import { authorizationFor, type Credential, GITHUB_API, GITHUB_VARIABLES } from './credentials.ts';
import { fetchSafely, type SafeRequest, shownUrl } from './fetchSafely.ts';
import { readBody } from './retrying.ts';

export interface GithubPlace {
  /** `https://api.github.com`, or what GITHUB_API_URL says. */
  api: URL;
  owner: string;
  repository: string;
  /** Undefined where there is none for that API. */
  credential: Credential | undefined;
}

export type Asking = Pick<SafeRequest, 'fetch' | 'log' | 'policy' | 'signal'>;

/**
 * Events that only those start who may write to a repository, as far as they run on its default
 * branch or a tag. Strangers start others there: `issue_comment`, `workflow_run` after their pull
 * request. https://docs.github.com/en/actions/reference/workflows-and-actions/events-that-trigger-workflows
 */
export const EVENTS_OF_WRITERS: ReadonlySet<string> = new Set([
  ...(['push', 'schedule', 'workflow_dispatch', 'repository_dispatch', 'release', 'create'] as const),
]);

export const JSON_HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
const PER_PAGE = 100;
/** The limits of one answer: a page of a list has some hundred kilobytes. */
const MOST_JSON: JsonLimits = { bytes: 4 * 2 ** 20, depth: 20, values: 200_000 };

export interface GithubQuestion {
  /** The path below the repository's own; '' for the repository itself. */
  path: string;
  method?: SafeRequest['method'];
  body?: unknown;
  asking: Asking;
  /** Returns the error for a status; null if the status means that nothing is there. */
  refused?: (status: number) => CoraError | null;
}

/**
 * Sends one request.
 * @returns the JSON of the answer, null where it is empty.
 * @throws CoraError NO_ARTIFACT (404), NETWORK, …
 */
export async function askGithub(
  place: GithubPlace,
  { path, method, body, asking, refused }: GithubQuestion,
): Promise<unknown> {
  const url = githubAddress(place, path);
  const request: SafeRequest = {
    ...asking,
    url,
    headers: () => JSON_HEADERS,
    authorization: authorizationFor(url, place.credential),
    method,
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  return fetchSafely(request, async (response, came) => {
    try {
      const json = await readBody(response, MOST_JSON.bytes, came);
      if (response.ok) return json.length === 0 ? null : parseBounded(json, MOST_JSON);
    } catch (cause) {
      if (!(cause instanceof TooLarge || cause instanceof TooMuchJson)) throw cause;
      // Another request would get the same answer.
      const said = `${shownUrl(url)} answers with more than GitHub would: ${cause.message}.`;
      throw new CoraError('NETWORK', said, { cause });
    }
    const refusal = refused === undefined ? githubRefusal(place, url, response.status) : refused(response.status);
    if (refusal !== null) throw refusal;
    return null;
  });
}

/** Reads a list, page by page. @param itemsIn returns the items of a page. @param most pages */
export async function askPages(
  place: GithubPlace,
  question: GithubQuestion,
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

export function githubAddress({ api, owner, repository }: GithubPlace, path: string): URL {
  const base = api.href.replace(/(?<!\/)\/+$/, '');
  const own = `${base}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}`;
  return new URL(path === '' ? own : `${own}/${path}`);
}

export function missingTokenHint({ api }: Pick<GithubPlace, 'api'>): string {
  if (api.origin === GITHUB_API) return `a private repository needs a token: ${GITHUB_VARIABLES}`;
  return `a private repository needs a token, CORA_GITHUB_TOKEN or GH_ENTERPRISE_TOKEN, and GH_HOST=${api.host}: no token goes to a host that you did not name`;
}

export function githubRefusal(place: GithubPlace & { tag?: string }, url: URL, status: number): CoraError {
  const { owner, repository, tag, credential } = place;
  const named = tag === undefined ? `repository ${owner}/${repository}` : `release ${owner}/${repository}@${tag}`;
  if (status === 404) {
    // GitHub gives the same status for what is private.
    const hint = credential === undefined ? missingTokenHint(place) : 'cora index   builds the index here';
    return new CoraError('NO_ARTIFACT', `There is no ${named}.`, { hint });
  }
  const isRefused = status === 401 || status === 403;
  const refused =
    credential === undefined ? missingTokenHint(place) : `${credential.variable} is refused, or its rate is used up`;
  return new CoraError(
    'NETWORK',
    `${shownUrl(url)} answers with status ${status}.`,
    isRefused ? { hint: refused } : {},
  );
}
