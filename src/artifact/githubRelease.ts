/**
 * Release assets over GitHub's REST protocol (version 2022-11-28). The token goes to the API's host only: a download is a
 * redirect to a storage host, which is asked without it.
 * https://docs.github.com/en/rest/releases/assets
 */

import { CoraError } from '../errors.ts';
import { isObject, isSafeInteger, isText } from './checkValue.ts';
import { fetchSafely, mayCarryToken, type SafeRequest, shown } from './fetchSafely.ts';

export interface GithubPlace {
  /** `https://api.github.com`, or what GITHUB_API_URL says. */
  api: URL;
  owner: string;
  repository: string;
  token: string | undefined;
}

export interface ReleasePlace extends GithubPlace {
  tag: string;
}

export interface ReleaseAsset {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  /** Where the API gives its content. */
  url: URL;
}

export type Asking = Pick<SafeRequest, 'fetch' | 'log' | 'policy' | 'signal'>;

export interface Release {
  id: number;
  /** Where the API takes new assets. */
  uploads: URL;
}

/** What the API is asked for the content of an asset with. */
export const ASSET_HEADERS = { accept: 'application/octet-stream', 'x-github-api-version': '2022-11-28' };
export const JSON_HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
const PER_PAGE = 100;
const MOST_PAGES = 10;

/** @throws CoraError NO_ARTIFACT where there is no such release, NETWORK, ABORTED */
export async function findRelease(place: ReleasePlace, asking: Asking): Promise<Release> {
  return releaseIn(place, await askGithub(place, { path: `releases/tags/${encodeURIComponent(place.tag)}`, asking }));
}

/**
 * @returns assets that are complete, or all that there are, newest first
 * @throws CoraError NETWORK, ABORTED
 */
export async function listReleaseAssets(
  place: ReleasePlace,
  release: Pick<Release, 'id'>,
  asking: Asking,
  unfinished = false,
): Promise<ReleaseAsset[]> {
  const found: ReleaseAsset[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const path = `releases/${release.id}/assets?per_page=${PER_PAGE}&page=${page}`;
    const assets = await askGithub(place, { path, asking });
    if (!Array.isArray(assets)) throw odd(place);
    for (const asset of assets) {
      if (!isObject(asset) || (asset['state'] !== 'uploaded' && !unfinished)) continue;
      const { id, name, size } = asset;
      if (!isSafeInteger(id) || !isText(name, 300) || !isSafeInteger(size)) throw odd(place);
      // Not the address that the answer gives: that could be another host.
      found.push({ id, name, size, url: addressOf(place, `releases/assets/${id}`) });
    }
    if (assets.length < PER_PAGE) break;
  }
  return found.sort((a, b) => b.id - a.id);
}

export function authorizationOf({ api, token }: Pick<GithubPlace, 'api' | 'token'>): string | undefined {
  return token === undefined || !mayCarryToken(api) ? undefined : `Bearer ${token}`;
}

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
 *     {"id": 1, "upload_url": "https://uploads.github.com/repos/a/b/releases/1/assets{?name,label}", …}
 * @throws CoraError NETWORK where assets would go to a host that is not GitHub's
 */
export function releaseIn(place: ReleasePlace, answer: unknown): Release {
  const { id, upload_url: template } = isObject(answer) ? answer : {};
  const address = isText(template, 1000) ? template.replace(/\{.*$/, '') : '';
  if (!isSafeInteger(id) || (address !== '' && !URL.canParse(address))) throw odd(place);
  const uploads = address === '' ? addressOf(place, `releases/${id}/assets`) : new URL(address);
  const isOwn = uploads.origin === place.api.origin;
  const isGithub = place.api.origin === 'https://api.github.com' && uploads.origin === 'https://uploads.github.com';
  if (!isOwn && !isGithub) throw odd(place);
  return { id, uploads };
}

export function addressOf({ api, owner, repository }: GithubPlace, path: string): URL {
  const base = api.href.replace(/(?<!\/)\/+$/, '');
  return new URL(`${base}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/${path}`);
}

export function refusalOf(place: GithubPlace | ReleasePlace, url: URL, status: number): CoraError {
  const { owner, repository, token } = place;
  const named = 'tag' in place ? `release ${owner}/${repository}@${place.tag}` : `repository ${owner}/${repository}`;
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

function odd({ api }: ReleasePlace): CoraError {
  return new CoraError('NETWORK', `${shown(api)} answers with something that GitHub would not say.`);
}
