/**
 * GitHub's REST protocol (version 2022-11-28): one question about one repository. The token goes to the API's host only: a download is a
 * redirect to a storage host, which is asked without it.
 */

import { type JsonLimits, parseBounded, TooMuchJson } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { TooLarge } from '../disk/boundedRead.ts';
import { authorizationFor, type Credential, GITHUB_API, GITHUB_VARIABLES } from './credentials.ts';
import { fetchSafely, type SafeRequest, shown } from './fetchSafely.ts';
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

export const JSON_HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
const PER_PAGE = 100;
/** A page of a list has some hundred kilobytes. */
const MOST_JSON: JsonLimits = { bytes: 4 * 2 ** 20, depth: 20, values: 200_000 };

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
    authorization: authorizationFor(url, place.credential),
    ...(method === undefined ? {} : { method }),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  return fetchSafely(request, async (response, came) => {
    const json = await readBody(response, MOST_JSON.bytes, came).catch((error: unknown) => {
      throw error instanceof TooLarge ? tooMuch(url, error) : error;
    });
    const refusal = response.ok ? null : refused(response.status);
    if (refusal !== null) throw refusal;
    return json.length === 0 || !response.ok ? null : parse(json, url);
  });
}

function parse(json: Buffer, url: URL): unknown {
  try {
    return parseBounded(json, MOST_JSON);
  } catch (error) {
    throw error instanceof TooMuchJson ? tooMuch(url, error) : error;
  }
}

/** It would be the same again. */
function tooMuch(url: URL, cause: Error): CoraError {
  return new CoraError('NETWORK', `${shown(url)} answers with more than GitHub would: ${cause.message}.`, { cause });
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

export function addressOf({ api, owner, repository }: GithubPlace, path: string): URL {
  const base = api.href.replace(/(?<!\/)\/+$/, '');
  return new URL(`${base}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/${path}`);
}

/** Says what to set for a token to be sent. */
export function lackOf({ api }: Pick<GithubPlace, 'api'>): string {
  if (api.origin === GITHUB_API) return `a private repository needs a token: ${GITHUB_VARIABLES}`;
  return `a private repository needs a token, CORA_GITHUB_TOKEN or GH_ENTERPRISE_TOKEN, and GH_HOST=${api.host}: no token goes to a host that you did not name`;
}

export function refusalOf(place: GithubPlace & { tag?: string }, url: URL, status: number): CoraError {
  const { owner, repository, tag, credential } = place;
  const named = tag === undefined ? `repository ${owner}/${repository}` : `release ${owner}/${repository}@${tag}`;
  if (status === 404) {
    // GitHub says the same of what is private.
    const hint = credential === undefined ? lackOf(place) : 'cora index   builds the index here';
    return new CoraError('NO_ARTIFACT', `There is no ${named}.`, { hint });
  }
  return new CoraError('NETWORK', `${shown(url)} answers with status ${status}.`, {
    ...(status === 401 || status === 403
      ? { hint: credential === undefined ? lackOf(place) : `${credential.variable} is refused, or its rate is used up` }
      : {}),
  });
}
