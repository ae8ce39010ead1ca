/**
 * Reads the words that a user pulls from (a file, a folder, an address, object storage, a GitHub
 * release), and the file names of packed indexes, which tell commit and store. It opens nothing but
 * `stat`.
 */

import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { CoraError } from '../base/errors.ts';
import type { EmbedderInfo, Shard } from '../base/types.ts';
import { type Credential, credentialIn, githubApi } from '../net/credentials.ts';
import type { GithubPlace } from '../net/githubApi.ts';
import { isStoreAddress } from '../store/lanceEnvironment.ts';
import { readStoreAddress, type StoreAddress } from '../store/storeAddress.ts';
import { storeFingerprint } from '../view/workspace.ts';
import type { ReleasePlace } from './artifact/githubRelease.ts';

export type IndexSource =
  | { kind: 'file'; path: string }
  | { kind: 'folder'; path: string }
  | { kind: 'address'; url: URL; credential: Credential | undefined }
  | { kind: 'storage'; address: StoreAddress }
  | { kind: 'workflow'; place: WorkflowPlace }
  | { kind: 'release'; place: ReleasePlace };

export interface WorkflowPlace extends GithubPlace {
  /** The name of the artifacts. */
  name: string;
}

/** The release that `cora push` and the Action keep up to date. */
export const ROLLING = 'cora-index';
const GITHUB = 'github.com';
const ACTIONS = 'actions:';
const SOURCES =
  'cora pull FILE, FOLDER, https://…, s3://…, gs://…, az://…, OWNER/REPOSITORY[@TAG] or actions:[OWNER/REPOSITORY[/NAME]]';
const FORMS = `${SOURCES}, or nothing for the release of origin`;

/**
 * Reads what a user wants to pull from.
 * @param named null: the rolling release of `origin`, an address.
 * @throws CoraError USAGE
 */
export async function readSource(
  named: string | null,
  { dir, origin, env }: { dir: string; origin: string; env: NodeJS.ProcessEnv },
): Promise<IndexSource> {
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
  if (place === null) throw new CoraError('NO_INDEX', `${named} is not there.`, { hint: FORMS });
  return { kind: 'release', place };
}

/** @returns null for another form than OWNER/REPOSITORY[@TAG]; an owner's name has no dot */
export function readRelease(named: string, env: NodeJS.ProcessEnv): ReleasePlace | null {
  const release = /^([\w-]+)\/(?!\.{1,2}(?:@|$))([\w.-]+?)(?:@([^\s@]+))?$/.exec(named);
  if (release === null) return null;
  const [, owner = '', repository = '', tag = ROLLING] = release;
  const { api, credential } = githubAt(GITHUB, env);
  return { api, credential, owner, repository, tag };
}

/** `actions:`, `actions:acme/shop`, `actions:acme/shop/shop-index` */
function workflowIn(named: string, origin: string, env: NodeJS.ProcessEnv): WorkflowPlace {
  const said = named.slice(ACTIONS.length);
  if (said === '') {
    const { tag: name, ...place } = releaseOfOrigin(origin, env);
    return { ...place, name };
  }
  const [, owner = '', repository = '', name = ROLLING] =
    /^([\w.-]+)\/([\w.-]+?)(?:\/([^/\s][^/]*))?$/.exec(said) ?? [];
  if (!isName(owner) || !isName(repository))
    throw new CoraError('USAGE', `${named} names no workflow artifact.`, { hint: FORMS });
  const { api, credential } = githubAt(GITHUB, env);
  return { api, credential, owner, repository, name };
}

/** https://github.example.com/a/b: GitHub Enterprise Server, whose API is below /api/v3 */
function releaseOfOrigin(origin: string, env: NodeJS.ProcessEnv): ReleasePlace {
  const { host = '', owner = '', repository = '' } = remoteIn(origin) ?? {};
  if (!isName(owner) || !isName(repository)) {
    const what = origin === '' ? 'This repository has no remote' : `origin (${origin}) is not a repository on GitHub`;
    throw new CoraError('USAGE', `${what}: say what to pull from.`, { hint: SOURCES });
  }
  const { isNamed, ...place } = githubAt(host, env);
  // An Enterprise Server is called so, or is named by a variable.
  if (!isNamed && !/(^|[.-])github([.-]|$)/i.test(host))
    throw new CoraError('USAGE', `origin (${origin}) is not known to be on GitHub: say what to pull from.`, {
      hint: `${SOURCES}; of a GitHub Enterprise Server: GH_HOST=${host}`,
    });
  return { ...place, owner, repository, tag: ROLLING };
}

/**
 *     https://github.com/a/b.git, git@github.com:a/b.git, ssh://git@github.com/a/b
 * @returns the parts as they are spelt; null for an address of another form
 */
export function remoteIn(origin: string): { host: string; owner: string; repository: string } | null {
  const parts =
    /^https?:\/\/(?:[^@/]+@)?([^/]+)\/([^/]+)\/([^/]+?)(?:\.git)?\/?$/i.exec(origin) ??
    /^(?:ssh|git):\/\/(?:[^@/]+@)?([^:/]+)(?::\d+)?\/([^/]+)\/([^/]+?)(?:\.git)?\/?$/i.exec(origin) ??
    /^(?:[^@/]+@)?([^:/]+):\/?([^/]+)\/([^/]+?)(?:\.git)?\/?$/.exec(origin);
  if (parts === null) return null;
  const [, host = '', owner = '', repository = ''] = parts;
  return { host, owner, repository };
}

/** True for the name of an owner or a repository, but `.` and `..`, which lead elsewhere. */
function isName(text: string): boolean {
  return /^[\w.-]+$/.test(text) && text !== '.' && text !== '..';
}

function githubAt(host: string, env: NodeJS.ProcessEnv): NonNullable<ReturnType<typeof githubApi>> {
  const place = githubApi(host, env);
  if (place !== null) return place;
  throw new CoraError('USAGE', 'The host of origin is none: say what to pull from.', { hint: FORMS });
}

/** A name and password in the address go to its host alone. */
function addressIn(named: string): IndexSource {
  if (!URL.canParse(named)) throw new CoraError('USAGE', 'That is not an address.', { hint: FORMS });
  const url = new URL(named);
  return { kind: 'address', credential: credentialIn(url), url };
}

// Names artifacts that lie together: a name tells the commit and the store that each belongs to.

const NAME = /^cora-index-([0-9a-f]{40}|[0-9a-f]{64})-([0-9a-f]{16})\.tar$/;

/** A shard's name is none that readArtifactName knows: nobody takes it for an index. */
export function artifactName(commit: string, embedder: Pick<EmbedderInfo, 'fingerprint'>, shard?: Shard): string {
  const part = shard === undefined ? '' : `-shard-${shard.index}-of-${shard.count}`;
  return `cora-index-${commit}-${storeFingerprint(embedder)}${part}.tar`;
}

/** @returns null for the name of something else */
export function readArtifactName(name: string): { commit: string; fingerprint: string } | null {
  const [, commit, fingerprint] = NAME.exec(name) ?? [];
  return commit === undefined || fingerprint === undefined ? null : { commit, fingerprint };
}
