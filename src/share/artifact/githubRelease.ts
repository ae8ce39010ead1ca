/**
 * Release assets of GitHub.
 * https://docs.github.com/en/rest/releases/assets
 */

import { CoraError } from '../../base/errors.ts';
import { GITHUB_API, GITHUB_UPLOADS } from '../../net/credentials.ts';
import { shown } from '../../net/fetchSafely.ts';
import { type Asking, addressOf, askGithub, askPages, type GithubPlace } from '../../net/githubApi.ts';
import { isObject, isSafeInteger, isText } from './checkValue.ts';

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

export interface Release {
  id: number;
  /** Where the API takes new assets. */
  uploads: URL;
}

/** What the API is asked for the content of an asset with. */
export const ASSET_HEADERS = { accept: 'application/octet-stream', 'x-github-api-version': '2022-11-28' };
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
  const itemsIn = (answer: unknown): unknown[] => {
    if (Array.isArray(answer)) return answer;
    throw odd(place);
  };
  const found: ReleaseAsset[] = [];
  for (const asset of await askPages(place, { path: `releases/${release.id}/assets`, asking }, itemsIn, MOST_PAGES)) {
    if (!isObject(asset) || (asset['state'] !== 'uploaded' && !unfinished)) continue;
    const { id, name, size } = asset;
    if (!isSafeInteger(id) || !isText(name, 300) || !isSafeInteger(size)) throw odd(place);
    // Not the address that the answer gives: that could be another host.
    found.push({ id, name, size, url: addressOf(place, `releases/assets/${id}`) });
  }
  return found.sort((a, b) => b.id - a.id);
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
  const isGithub = place.api.origin === GITHUB_API && uploads.origin === GITHUB_UPLOADS;
  if (!isOwn && !isGithub) throw odd(place);
  return { id, uploads };
}

function odd({ api }: ReleasePlace): CoraError {
  return new CoraError('NETWORK', `${shown(api)} answers with something that GitHub would not say.`);
}
