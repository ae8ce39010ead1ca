/**
 * Says which variable of the environment holds a credential, and which hosts it is for. Nothing
 * else reads one, and nothing else makes a header of one. A host is the user's choice: a variable
 * or a typed address names it; what a repository brings (`origin`, its configuration, an answer, a
 * redirect) never does.
 */

import { decodeLoosely } from '../base/decodeText.ts';
import { CoraError, type ErrorCode } from '../base/errors.ts';
import type { Environment } from '../base/types.ts';
import { isLoopback } from './serviceAddress.ts';

/**
 * Each variable with the hosts that it goes to. docs/artifact.md shows this table, and
 * test/unit/docs/credentials.test.ts compares the two.
 */
export const CREDENTIALS = {
  CORA_GITHUB_TOKEN:
    'the GitHub that is pulled from or pushed to: api.github.com, or the Enterprise Server that GH_HOST, GITHUB_SERVER_URL or GITHUB_API_URL names. It comes before the others',
  GITHUB_TOKEN: 'api.github.com; where GITHUB_API_URL names another API, that one',
  GH_TOKEN: 'api.github.com',
  GH_ENTERPRISE_TOKEN:
    'the Enterprise Server that GH_HOST (GH_HOST=git.example.com), GITHUB_SERVER_URL or GITHUB_API_URL names',
  GITHUB_ENTERPRISE_TOKEN: 'the same',
  CORA_TOKEN: "nowhere: it is what clients of Cora's own server must send",
  OPENAI_API_KEY:
    'api.openai.com, or what CORA_OPENAI_BASE_URL or OPENAI_BASE_URL names; Codex gets it too, where you chose it to answer',
  VOYAGE_API_KEY: 'api.voyageai.com, or what CORA_VOYAGE_BASE_URL names',
  AZURE_STORAGE_TOKEN:
    "the account's own blob.core.windows.net, or what AZURE_STORAGE_ENDPOINT names, for an address az://… that you typed",
  GOOGLE_STORAGE_TOKEN: 'storage.googleapis.com, or what GOOGLE_BASE_URL names, for an address gs://… that you typed',
} as const;

export type CredentialName = keyof typeof CREDENTIALS;

export interface Credential {
  /** For messages. */
  readonly variable: string;
  readonly secret: string;
  readonly scheme: 'Bearer' | 'Basic';
  /** The only origins that the credential is sent to. */
  readonly origins: readonly string[];
}

/** Makes `Authorization`. @returns undefined where the credential is not for that address */
export function authorizationFor(url: URL, credential: Credential | undefined): string | undefined {
  if (credential === undefined || !credential.origins.includes(url.origin) || !isPrivate(url)) return undefined;
  return `${credential.scheme} ${credential.secret}`;
}

/** True if nobody can read a request on its way: it is encrypted, or stays on this machine. */
export function isPrivate(url: URL): boolean {
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url));
}

/**
 * Reads a key.
 * @returns undefined for none.
 * @throws CoraError (`code`) for what no header can carry
 */
function readKey(env: Environment, variable: CredentialName, code: ErrorCode): string | undefined {
  const key = env[variable]?.trim();
  if (key === undefined || key === '') return undefined;
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new CoraError(code, `${variable} holds blanks or characters that no key has.`, {
      hint: `set ${variable} again, without quotes or line breaks`,
    });
  }
  return key;
}

/**
 * Reads the key of a service.
 * @param url the service's own address, or what the user's environment says instead
 * @throws CoraError (`code`), also where others could read the key on its way
 */
export function keyFor(url: URL, env: Environment, variable: CredentialName, code: ErrorCode): Credential | undefined {
  const secret = readKey(env, variable, code);
  if (secret === undefined) return undefined;
  if (!isPrivate(url)) {
    throw new CoraError(code, `${variable} would go to ${url.host} without encryption.`, {
      hint: `give that server an https address, or unset ${variable} where it needs no key`,
    });
  }
  return { variable, secret, scheme: 'Bearer', origins: [url.origin] };
}

export const GITHUB_API = 'https://api.github.com';
/** Assets of github.com are uploaded to a host of their own. */
export const GITHUB_UPLOADS = 'https://uploads.github.com';
const GITHUB_TOKENS: readonly CredentialName[] = ['CORA_GITHUB_TOKEN', 'GITHUB_TOKEN', 'GH_TOKEN'];
const ENTERPRISE_TOKENS: readonly CredentialName[] = [
  'CORA_GITHUB_TOKEN',
  'GH_ENTERPRISE_TOKEN',
  'GITHUB_ENTERPRISE_TOKEN',
];
/** For messages. */
export const GITHUB_VARIABLES = 'CORA_GITHUB_TOKEN, GITHUB_TOKEN or GH_TOKEN';

/**
 * Finds the GitHub API of a host, and the token for it.
 * @param host of a remote's address, in any spelling, with its port where it speaks HTTP
 * @returns where its API is, which gets a token only if the user named it (or it is github.com);
 * null for what is no host
 * @throws CoraError USAGE
 */
export function githubApi(
  host: string,
  env: Environment,
): { api: URL; credential: Credential | undefined; isNamed: boolean } | null {
  const url = urlOf(`https://${host}`);
  if (url === null || url.pathname !== '/' || `${url.search}${url.hash}${url.username}${url.password}` !== '')
    return null;
  const named = namedApi(env);
  const isGithub = url.host === 'github.com' || url.host === 'ssh.github.com';
  const api = named ?? new URL(isGithub ? GITHUB_API : `${url.origin}/api/v3`);
  const isNamed = isServerNamed(api, env, named);
  return { api, isNamed, credential: isNamed ? githubToken(api, env, named) : undefined };
}

/** Reads the API that GitHub's own runners name. */
function namedApi(env: Environment): URL | null {
  const given = env['GITHUB_API_URL'];
  if (given === undefined || given === '') return null;
  const url = /^https?:\/\//i.test(given) ? urlOf(given) : null;
  if (url !== null && `${url.username}${url.password}` === '') return url;
  throw new CoraError('USAGE', 'GITHUB_API_URL is not an address.', {
    hint: 'such as https://github.example.com/api/v3',
  });
}

function isServerNamed(api: URL, env: Environment, named: URL | null): boolean {
  const host = env['GH_HOST']?.trim();
  const server = host === undefined || host === '' ? null : urlOf(`https://${host}`);
  const servers = [named?.origin, server?.origin, urlOf(env['GITHUB_SERVER_URL'])?.origin];
  return api.origin === GITHUB_API || servers.includes(api.origin);
}

function githubToken(api: URL, env: Environment, named: URL | null): Credential | undefined {
  const isGithub = api.origin === GITHUB_API;
  // A runner's own token is for the API that the runner names.
  const runners: readonly CredentialName[] = named === null ? [] : ['GITHUB_TOKEN'];
  for (const variable of isGithub ? GITHUB_TOKENS : [...ENTERPRISE_TOKENS, ...runners]) {
    const secret = readKey(env, variable, 'USAGE');
    const origins = isGithub ? [api.origin, GITHUB_UPLOADS] : [api.origin];
    if (secret !== undefined) return { variable, secret, scheme: 'Bearer', origins };
  }
  return undefined;
}

/** Takes the user's name and password out of an address: they are for its host alone. */
export function credentialIn(url: URL): Credential | undefined {
  const { username, password } = url;
  url.username = '';
  url.password = '';
  if (username === '' && password === '') return undefined;
  if (!isPrivate(url))
    throw new CoraError('USAGE', `A password would go to ${url.host} without encryption.`, {
      hint: 'use an address that begins with https://',
    });
  const secret = Buffer.from(`${decodeLoosely(username)}:${decodeLoosely(password)}`).toString('base64');
  return { variable: 'the address', secret, scheme: 'Basic', origins: [url.origin] };
}

function urlOf(text: string | undefined): URL | null {
  return text !== undefined && URL.canParse(text) ? new URL(text) : null;
}
