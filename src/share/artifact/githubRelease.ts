/**
 * Release assets of GitHub are found, listed and uploaded here. A missing release is made, an asset
 * of the same name is replaced. https://docs.github.com/en/rest/releases/assets
 */

import { readFile } from 'node:fs/promises';
import { isObject } from '../../base/boundedJson.ts';
import { CoraError, ifRefused } from '../../base/errors.ts';
import { authorizationFor, GITHUB_API, GITHUB_UPLOADS } from '../../net/credentials.ts';
import { type FetchPolicy, fetchSafely, shownUrl } from '../../net/fetchSafely.ts';
import {
  type Asking,
  askGithub,
  askPages,
  type GithubPlace,
  githubAddress,
  githubRefusal,
} from '../../net/githubApi.ts';
import { isSafeInteger, isText } from './members.ts';

export interface ReleasePlace extends GithubPlace {
  tag: string;
}

interface ReleaseAsset {
  id: number;
  name: string;
  /** Bytes. */
  size: number;
  /** The address at which the API gives its content. */
  url: URL;
}

interface Release {
  id: number;
  /** The address at which the API takes new assets. */
  uploads: URL;
}

/** The headers with which the API is asked for the content of an asset. */
export const ASSET_HEADERS = { accept: 'application/octet-stream', 'x-github-api-version': '2022-11-28' };
const MOST_PAGES = 10;

/** @throws CoraError NO_ARTIFACT where there is no such release, NETWORK, ABORTED */
export async function findRelease(place: ReleasePlace, asking: Asking): Promise<Release> {
  return releaseIn(place, await askGithub(place, { path: `releases/tags/${encodeURIComponent(place.tag)}`, asking }));
}

/** @returns complete assets, or all, newest first. @throws CoraError NETWORK, ABORTED */
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
    found.push({ id, name, size, url: githubAddress(place, `releases/assets/${id}`) });
  }
  return found.sort((a, b) => b.id - a.id);
}

/** @throws CoraError NETWORK where assets would go to a host that is not GitHub's */
function releaseIn(place: ReleasePlace, answer: unknown): Release {
  const { id, upload_url: template } = isObject(answer) ? answer : {};
  const address = isText(template, 1000) ? template.replace(/\{.*$/, '') : '';
  if (!isSafeInteger(id) || (address !== '' && !URL.canParse(address))) throw odd(place);
  const uploads = address === '' ? githubAddress(place, `releases/${id}/assets`) : new URL(address);
  const isOwn = uploads.origin === place.api.origin;
  const isGithub = place.api.origin === GITHUB_API && uploads.origin === GITHUB_UPLOADS;
  if (!isOwn && !isGithub) throw odd(place);
  return { id, uploads };
}

function odd({ api }: ReleasePlace): CoraError {
  return new CoraError('NETWORK', `${shownUrl(api)} answers with something that GitHub would not say.`);
}

interface UploadRequest {
  place: ReleasePlace;
  file: string;
  /** The name of the asset. */
  name: string;
  /** Tells which older assets go. It is asked for each, newest first. */
  isSurplus(name: string): boolean;
  asking: Asking;
}

interface Uploaded {
  replaced: boolean;
  /** Names of assets that were removed. */
  removed: string[];
}

/** GitHub's answer where an asset of that name is there, finished or not. */
const THERE_ALREADY = 422;
const ATTEMPTS = 3;
/** Bytes in a millisecond of a slow line, which is a megabit in a second. */
const SLOW_LINE = 125;

/** @throws CoraError NO_ARTIFACT where there is no such repository, NETWORK, ABORTED */
export async function uploadAsset(request: UploadRequest): Promise<Uploaded> {
  const { place, file, name, asking } = request;
  const release = await findOrCreate(place, asking);
  const content = await readFile(file);
  let replaced = await removeNamed(place, release, name, asking);
  for (let attempt = 1; (await upload(request, release, content)) === THERE_ALREADY; attempt++) {
    if (attempt === ATTEMPTS)
      throw new CoraError('NETWORK', `GitHub takes no asset ${name}: it says that there is one.`);
    replaced = (await removeNamed(place, release, name, asking)) || replaced;
  }
  return { replaced, removed: await removeSurplus(request, release) };
}

async function findOrCreate(place: ReleasePlace, asking: Asking): Promise<Release> {
  const found = await findRelease(place, asking).catch(ifRefused(null, 'NO_ARTIFACT'));
  if (found !== null) return found;
  const body = {
    tag_name: place.tag,
    name: place.tag,
    body: 'Indexes of this repository: `cora pull` takes the one that is nearest to your commit.',
    prerelease: true,
    make_latest: 'false',
  };
  return releaseIn(place, await askGithub(place, { path: 'releases', method: 'POST', body, asking }));
}

async function upload({ place, name, asking }: UploadRequest, release: Release, content: Buffer): Promise<number> {
  const url = new URL(release.uploads);
  url.searchParams.set('name', name);
  const headers = () => ({ accept: 'application/vnd.github+json', 'content-type': 'application/gzip' });
  const authorization = authorizationFor(url, place.credential);
  const policy = patientWith(asking.policy, content.length);
  const request = { ...asking, policy, url, method: 'POST' as const, headers, authorization, body: content };
  return fetchSafely(request, async (response) => {
    await response.body?.cancel();
    if (!response.ok && response.status !== THERE_ALREADY) throw githubRefusal(place, url, response.status);
    return response.status;
  });
}

/** Nothing comes back during an upload: an attempt lasts at least as long as a slow line takes. */
export function patientWith(policy: FetchPolicy, bytes: number): FetchPolicy {
  return { ...policy, stallMs: policy.stallMs + Math.ceil(bytes / SLOW_LINE) };
}

async function removeNamed(place: ReleasePlace, release: Release, name: string, asking: Asking): Promise<boolean> {
  const assets = await listReleaseAssets(place, release, asking, true);
  const same = assets.filter((asset) => asset.name === name);
  for (const { id } of same) await remove(place, id, asking);
  return same.length > 0;
}

async function removeSurplus({ place, isSurplus, asking, name }: UploadRequest, release: Release): Promise<string[]> {
  const removed: string[] = [];
  const older = (await listReleaseAssets(place, release, asking)).filter((asset) => asset.name !== name);
  for (const asset of older) {
    if (!isSurplus(asset.name)) continue;
    await remove(place, asset.id, asking);
    removed.push(asset.name);
  }
  return removed;
}

/** Removes an asset; somebody else may have been faster. */
async function remove(place: ReleasePlace, id: number, asking: Asking): Promise<void> {
  await askGithub(place, { path: `releases/assets/${id}`, method: 'DELETE', asking }).catch(
    ifRefused(undefined, 'NO_ARTIFACT'),
  );
}
