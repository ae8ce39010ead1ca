/**
 * Release assets over GitHub's REST protocol (version 2022-11-28). The token goes to the API's host only: a download is a
 * redirect to a storage host, which is asked without it.
 * https://docs.github.com/en/rest/releases/assets
 */

import { CoraError } from '../errors.ts';
import { isObject, isSafeInteger, isText } from './checkValue.ts';
import { fetchSafely, mayCarryToken, type SafeRequest, shown } from './fetchSafely.ts';

export interface ReleasePlace {
  /** `https://api.github.com`, or what GITHUB_API_URL says. */
  api: URL;
  owner: string;
  repository: string;
  tag: string;
  token: string | undefined;
}

export interface ReleaseAsset {
  name: string;
  /** Bytes. */
  size: number;
  /** Where the API gives its content. */
  url: URL;
}

type Asking = Pick<SafeRequest, 'log' | 'policy' | 'signal'>;

/** What the API is asked for the content of an asset with. */
export const ASSET_HEADERS = { accept: 'application/octet-stream', 'x-github-api-version': '2022-11-28' };
const JSON_HEADERS = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
const PER_PAGE = 100;
const MOST_PAGES = 10;

/**
 * @returns assets that are complete, newest first
 * @throws CoraError NO_ARTIFACT where there is no such release, NETWORK, ABORTED
 */
export async function listReleaseAssets(place: ReleasePlace, asking: Asking): Promise<ReleaseAsset[]> {
  const release = await getJson(place, `releases/tags/${encodeURIComponent(place.tag)}`, asking);
  const id = isObject(release) ? release['id'] : undefined;
  if (!isSafeInteger(id)) throw odd(place);
  const found: (ReleaseAsset & { id: number })[] = [];
  for (let page = 1; page <= MOST_PAGES; page++) {
    const assets = await getJson(place, `releases/${id}/assets?per_page=${PER_PAGE}&page=${page}`, asking);
    if (!Array.isArray(assets)) throw odd(place);
    for (const asset of assets) {
      if (!isObject(asset) || asset['state'] !== 'uploaded') continue;
      const { id: number, name, size } = asset;
      if (!isSafeInteger(number) || !isText(name, 300) || !isSafeInteger(size)) throw odd(place);
      // Not the address that the answer gives: that could be another host.
      found.push({ id: number, name, size, url: addressOf(place, `releases/assets/${number}`) });
    }
    if (assets.length < PER_PAGE) break;
  }
  return found.sort((a, b) => b.id - a.id);
}

export function authorizationOf({ api, token }: Pick<ReleasePlace, 'api' | 'token'>): string | undefined {
  return token === undefined || !mayCarryToken(api) ? undefined : `Bearer ${token}`;
}

async function getJson(place: ReleasePlace, path: string, asking: Asking): Promise<unknown> {
  const url = addressOf(place, path);
  const request = { ...asking, url, headers: () => JSON_HEADERS, authorization: authorizationOf(place) };
  return fetchSafely(request, async (response) => {
    const text = await response.text();
    if (response.ok) return JSON.parse(text) as unknown;
    throw refusalOf(place, url, response.status);
  });
}

function addressOf({ api, owner, repository }: ReleasePlace, path: string): URL {
  const base = api.href.replace(/\/+$/, '');
  return new URL(`${base}/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/${path}`);
}

function refusalOf({ owner, repository, tag, token }: ReleasePlace, url: URL, status: number): CoraError {
  const named = `${owner}/${repository}@${tag}`;
  if (status === 404) {
    // GitHub says the same of what is private.
    const hint =
      token === undefined
        ? 'a private repository needs a token: CORA_TOKEN, GITHUB_TOKEN or GH_TOKEN'
        : 'cora index   builds the index here';
    return new CoraError('NO_ARTIFACT', `There is no release ${named}.`, { hint });
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
