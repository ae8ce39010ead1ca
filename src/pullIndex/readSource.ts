/** What the user names to pull from: a file, a folder, an address, object storage, a GitHub release. Reads the words; opens nothing but `stat`. */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { mayCarryToken } from '../artifact/fetchSafely.ts';
import type { GithubPlace } from '../artifact/githubApi.ts';
import type { ReleasePlace } from '../artifact/githubRelease.ts';
import { CoraError } from '../errors.ts';
import { isStoreAddress, readStoreAddress, type StoreAddress } from '../store/storeAddress.ts';

export type Source =
  | { kind: 'file'; path: string }
  | { kind: 'folder'; path: string }
  | { kind: 'address'; url: URL; authorization: string | undefined }
  | { kind: 'storage'; address: StoreAddress }
  | { kind: 'workflow'; place: WorkflowPlace }
  | { kind: 'release'; place: ReleasePlace };

export interface WorkflowPlace extends GithubPlace {
  /** Of the artifacts. */
  name: string;
}

/** The release that `cora push` and the Action keep up to date. */
export const ROLLING = 'cora-index';
const GITHUB = 'github.com';
const ACTIONS = 'actions:';
const FORMS =
  'cora pull FILE, FOLDER, https://…, s3://…, gs://…, az://…, db://…, OWNER/REPOSITORY[@TAG], actions:[OWNER/REPOSITORY[/NAME]], or nothing for the release of origin';

/**
 * @param named null for the rolling release of `origin`
 * @param origin its address, without credentials
 * @throws CoraError USAGE
 */
export async function readSource(
  named: string | null,
  { dir, origin, env }: { dir: string; origin: string; env: NodeJS.ProcessEnv },
): Promise<Source> {
  if (named === null) return { kind: 'release', place: releaseOfOrigin(origin, env) };
  if (named.startsWith(ACTIONS)) return { kind: 'workflow', place: workflowIn(named, origin, env) };
  if (/^https?:\/\//i.test(named)) return addressIn(named);
  if (isStoreAddress(named)) return { kind: 'storage', address: readStoreAddress(named, env) };
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(named))
    throw new CoraError('USAGE', `${named.split('://')[0]}:// is not something to pull from.`, { hint: FORMS });
  const path = resolve(dir, named);
  const found = await stat(path).catch(() => null);
  if (found?.isFile()) return { kind: 'file', path };
  if (found?.isDirectory()) return { kind: 'folder', path };
  const place = readRelease(named, env);
  if (place === null) throw new CoraError('NO_ARTIFACT', `${named} is not there.`, { hint: FORMS });
  return { kind: 'release', place };
}

/** @returns null for what does not look like OWNER/REPOSITORY[@TAG] */
export function readRelease(named: string, env: NodeJS.ProcessEnv): ReleasePlace | null {
  const release = /^([\w.-]+)\/([\w.-]+?)(?:@([^\s@]+))?$/.exec(named);
  if (release === null) return null;
  const [, owner = '', repository = '', tag = ROLLING] = release;
  return { ...apiOf(GITHUB, env), owner, repository, tag };
}

/** `actions:`, `actions:acme/shop`, `actions:acme/shop/shop-index` */
function workflowIn(named: string, origin: string, env: NodeJS.ProcessEnv): WorkflowPlace {
  const said = named.slice(ACTIONS.length);
  const parts = /^([\w.-]+)\/([\w.-]+?)(?:\/([^/\s][^/]*))?$/.exec(said);
  if (said !== '' && parts === null)
    throw new CoraError('USAGE', `${named} names no workflow artifact.`, { hint: FORMS });
  if (parts === null) {
    const { tag: name, ...place } = releaseOfOrigin(origin, env);
    return { ...place, name };
  }
  const [, owner = '', repository = '', name = ROLLING] = parts;
  return { ...apiOf(GITHUB, env), owner, repository, name };
}

/**
 *     https://github.com/a/b.git, git@github.com:a/b.git, ssh://git@github.com/a/b
 *     https://github.example.com/a/b: GitHub Enterprise Server, whose API is below /api/v3
 */
function releaseOfOrigin(origin: string, env: NodeJS.ProcessEnv): ReleasePlace {
  const parts =
    /^(?:https?|ssh|git):\/\/(?:[^@/]+@)?([^:/]+)(?::\d+)?\/([^/]+)\/([^/]+?)(?:\.git)?\/?$/i.exec(origin) ??
    /^(?:[^@/]+@)?([^:/]+):\/?([^/]+)\/([^/]+?)(?:\.git)?\/?$/.exec(origin);
  if (parts === null) {
    const what = origin === '' ? 'This repository has no remote' : `origin (${origin}) is no repository on GitHub`;
    throw new CoraError('USAGE', `${what}: say what to pull from.`, { hint: FORMS });
  }
  const [, host = '', owner = '', repository = ''] = parts;
  return { ...apiOf(host.toLowerCase(), env), owner, repository, tag: ROLLING };
}

/** A host that is not GitHub's own need not be one that GitHub's token is for: `origin` may be on GitLab. As the tool gh has it. */
const TOKENS = ['CORA_TOKEN', 'GITHUB_TOKEN', 'GH_TOKEN'];
const TOKENS_ELSEWHERE = ['CORA_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'];

/** GITHUB_API_URL is what GitHub's own runners set. The token is handed to the request that needs it, and kept nowhere. */
function apiOf(host: string, env: NodeJS.ProcessEnv): Pick<GithubPlace, 'api' | 'token'> {
  const tokenIn = (names: readonly string[]) => names.map((name) => env[name]).find((token) => token);
  const given = env['GITHUB_API_URL'];
  if (given === undefined || given === '') {
    if (host === GITHUB) return { api: new URL('https://api.github.com'), token: tokenIn(TOKENS) };
    return { api: new URL(`https://${host}/api/v3`), token: tokenIn(TOKENS_ELSEWHERE) };
  }
  if (!/^https?:\/\//i.test(given) || !URL.canParse(given))
    throw new CoraError('USAGE', 'GITHUB_API_URL is not an address.', {
      hint: 'such as https://github.example.com/api/v3',
    });
  return { api: new URL(given), token: tokenIn(TOKENS) };
}

/** A name and password in the address go into the header, for its host alone. */
function addressIn(named: string): Source {
  if (!URL.canParse(named)) throw new CoraError('USAGE', 'That is not an address.', { hint: FORMS });
  const url = new URL(named);
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return { kind: 'address', url, authorization: undefined };
  if (!mayCarryToken(url)) throw new CoraError('USAGE', `A password would go to ${url.host} without encryption.`);
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { kind: 'address', url, authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** A % that encodes nothing stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
