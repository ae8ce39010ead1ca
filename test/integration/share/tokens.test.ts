/**
 * No token leaves for a host that the user did not name: every variable of the table, against every spelling of a host that a
 * repository may bring.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { originOf } from '../../../src/git/gitConfiguration.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import {
  authorizationFor,
  CREDENTIALS,
  type Credential,
  type CredentialName,
  credentialIn,
  keyFor,
} from '../../../src/net/credentials.ts';
import { readSource } from '../../../src/share/readSource.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

const NAMES = Object.keys(CREDENTIALS) as CredentialName[];
/** All are set, each to its own value. */
const ALL = Object.fromEntries(NAMES.map((name) => [name, `secret-of-${name}`]));

/** Addresses of `origin` that lead to another host than github.com, however they look. */
const ELSEWHERE = [
  'https://localhost/a/b.git',
  'https://localhost:8443/a/b.git',
  'http://127.0.0.1/a/b',
  'https://gitlab.com/a/b',
  'git@git.example.com:a/b.git',
  'ssh://git@git.example.com:2222/a/b',
  'git://git.example.com/a/b',
  'https://github.com.evil.example/a/b',
  'https://evil.example/a/b?github.com',
  'https://github.com@evil.example/a/b',
  'https://github.com:x@evil.example/a/b',
  'https://api.github.com@evil.example/a/b',
  'https://api.github.com:8443/a/b',
  'https://github.com:8443/a/b',
  'https://github.com./a/b',
  'https://github.com%2eevil.example/a/b',
  'https://github.com\\@evil.example/a/b',
  'https://github.com#@evil.example/a/b',
  'https://gіthub.com/a/b',
  'https://xn--gthub-n4a.com/a/b',
  'git@github.com.evil.example:a/b',
  'github.com@evil.example:a/b',
  'github:a/b',
  'git@[::1]:a/b',
  'https://[::1]/a/b',
  'https://0x7f.1/a/b',
  'https://evil.example\t/a/b',
  'https://github.com\u0000.evil.example/a/b',
];
/** Others that are github.com. */
const GITHUB = [
  'https://github.com/a/b.git',
  'https://GitHub.COM/a/b',
  'http://github.com/a/b',
  'git@github.com:a/b.git',
  'ssh://git@github.com:22/a/b',
  'ssh://git@ssh.github.com:443/a/b',
  'https://me@github.com/a/b',
];
/** What is asked on the way: the API, its uploads, and where an answer or a redirect may lead. */
const PLACES = [
  'https://api.github.com/repos/a/b',
  'https://uploads.github.com/repos/a/b',
  'https://github.com/a/b',
  'https://objects.githubusercontent.com/x',
  'https://api.github.com.evil.example/x',
  'https://api.github.com:8443/x',
  'http://api.github.com/x',
  'https://git.example.com/api/v3/x',
  'https://git.example.com:8443/api/v3/x',
  'http://git.example.com/api/v3/x',
  'https://localhost/api/v3/x',
  'https://localhost:8443/api/v3/x',
  'https://evil.example/api/v3/x',
  'https://gitlab.com/api/v3/x',
  'https://[::1]/api/v3/x',
  'https://127.0.0.1/api/v3/x',
];

async function placeOf(origin: string, env: NodeJS.ProcessEnv): Promise<{ api: URL; credential?: Credential } | null> {
  try {
    const source = await readSource(null, { dir: '/', origin, env });
    return source.kind === 'release' ? (source.place as { api: URL; credential?: Credential }) : null;
  } catch (error) {
    // No place at all: nothing is asked.
    if (isCoraError(error) && error.code === 'USAGE') return null;
    throw error;
  }
}

/** Places that get a header, each with the variable. */
function told(credential: Credential | undefined, more: readonly URL[] = []): string[] {
  return [...PLACES.map((place) => new URL(place)), ...more].flatMap((url) => {
    const header = authorizationFor(url, credential);
    return header === undefined ? [] : [`${url.origin} ${header}`];
  });
}

describe('an origin', () => {
  it('elsewhere than on GitHub is asked for nothing: the error says what to name', async () => {
    for (const origin of ['https://gitlab.com/acme/shop.git', 'git@gitlab.example:acme/shop.git']) {
      const source = readSource(null, { dir: '/', origin, env: {} });
      await expect(source).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringContaining('not known to be on GitHub'),
        hint: expect.stringMatching(/^cora pull FILE.*GH_HOST=gitlab\.(com|example)$/),
      });
    }
    const named = await readSource(null, {
      dir: '/',
      origin: 'git@code.example:a/b',
      env: { GH_HOST: 'code.example' },
    });
    expect(named).toMatchObject({ kind: 'release', place: { owner: 'a', repository: 'b' } });
    const called = await readSource(null, { dir: '/', origin: 'https://github.acme.example/a/b', env: {} });
    expect(called).toMatchObject({ kind: 'release', place: { credential: undefined } });
  });

  it.each(ELSEWHERE)('%j gets none of them', async (origin) => {
    for (const name of [...NAMES, null]) {
      const place = await placeOf(origin, name === null ? ALL : { [name]: ALL[name] });
      expect(place?.credential).toBeUndefined();
      if (place !== null) expect(place.api.origin).not.toBe('https://api.github.com');
    }
  });

  it.each(GITHUB)('%j gets what is for github.com, at its API alone', async (origin) => {
    const wanted: CredentialName[] = ['CORA_GITHUB_TOKEN', 'GITHUB_TOKEN', 'GH_TOKEN'];
    for (const name of NAMES) {
      const place = await placeOf(origin, { [name]: ALL[name] });
      const hosts = ['https://api.github.com', 'https://uploads.github.com'];
      const expected = wanted.includes(name) ? hosts.map((host) => `${host} Bearer ${ALL[name]}`) : [];
      expect(told(place?.credential)).toEqual(expected);
    }
  });

  it.each([
    [{ GH_HOST: 'git.example.com' }, 'https://git.example.com'],
    [{ GH_HOST: 'GIT.Example.com' }, 'https://git.example.com'],
    [{ GITHUB_SERVER_URL: 'https://git.example.com' }, 'https://git.example.com'],
    [{ GITHUB_API_URL: 'https://git.example.com/api/v3' }, 'https://git.example.com'],
  ])('of a host that %j names gets what is for an Enterprise Server, and GitHub gets nothing', async (env, server) => {
    const isRunner = 'GITHUB_API_URL' in env;
    const wanted = ['CORA_GITHUB_TOKEN', 'GH_ENTERPRISE_TOKEN', 'GITHUB_ENTERPRISE_TOKEN'];
    for (const name of NAMES) {
      const place = await placeOf('git@git.example.com:a/b.git', { ...env, [name]: ALL[name] });
      const isFor = wanted.includes(name) || (isRunner && name === 'GITHUB_TOKEN');
      expect(told(place?.credential)).toEqual(isFor ? [`${server} Bearer ${ALL[name]}`] : []);
    }
  });

  it.each([
    { GH_HOST: 'git.example.com' },
    { GITHUB_SERVER_URL: 'http://evil.example' },
    { GH_HOST: '' },
    { GH_HOST: 'undefined' },
  ])('of another host than %j names gets nothing', async (env) => {
    expect((await placeOf('https://evil.example/a/b', { ...ALL, ...env }))?.credential).toBeUndefined();
  });

  it('of a host that is called as a variable that is not set gets nothing', async () => {
    expect((await placeOf('https://undefined/a/b', ALL))?.credential).toBeUndefined();
  });

  it.each([
    ['https://api.example.com', true],
    ['http://api.example.com', false],
    ['http://localhost:3000', true],
    ['http://127.0.0.1:3000', true],
    ['http://127.0.0.1.example.com', false],
    ['http://192.168.0.1', false],
  ])(
    'whose API the user says is %s: a token goes there only where nobody reads it on the way (%s)',
    async (api, may) => {
      const place = await placeOf('https://evil.example/a/b', { ...ALL, GITHUB_API_URL: api });
      expect(told(place?.credential, [new URL(api)])).toEqual(may ? [`${api} Bearer ${ALL['CORA_GITHUB_TOKEN']}`] : []);
    },
  );

  it("that the repository's configuration rewrites is where it leads, and gets nothing", async () => {
    const repo = tempRepo();
    repo.git('remote', 'add', 'origin', 'https://github.com/a/b');
    repo.git('config', 'url.https://evil.example/.insteadOf', 'https://github.com/');
    const origin = await originOf(await openRepository(repo.dir, repo.env));
    // Cora does not rewrite: it asks GitHub, and nobody else.
    expect(
      told((await placeOf(origin, ALL))?.credential).every((line) => /^https:\/\/\w+\.github\.com /.test(line)),
    ).toBe(true);
    repo.git('config', 'remote.origin.url', 'https://evil.example/a/b\nhttps://github.com/a/b');
    const odd = await originOf(await openRepository(repo.dir, repo.env));
    expect((await placeOf(odd, ALL))?.credential).toBeUndefined();
  });
});

describe('a service', () => {
  it('gets its own key, encrypted or on this machine, and a redirect gets none', () => {
    const url = new URL('https://models.example/v1/embeddings');
    const key = keyFor(url, ALL, 'OPENAI_API_KEY', 'MODEL_AUTH');
    expect(authorizationFor(url, key)).toBe(`Bearer ${ALL['OPENAI_API_KEY']}`);
    for (const other of [...PLACES, 'http://models.example/v1', 'https://models.example:8443/v1'])
      expect(authorizationFor(new URL(other), key)).toBeUndefined();
    for (const plain of ['http://models.example/v1', 'http://10.0.0.1:8000/v1'])
      expect(() => keyFor(new URL(plain), ALL, 'OPENAI_API_KEY', 'MODEL_AUTH')).toThrow(/without encryption/);
    const local = new URL('http://127.0.0.1:8000/v1');
    expect(authorizationFor(local, keyFor(local, ALL, 'VOYAGE_API_KEY', 'MODEL_AUTH'))).toContain('VOYAGE');
  });

  it('at a typed address gets the name and password in it, and no variable', async () => {
    const url = new URL('https://me:word@files.example/i.tar');
    const typed = credentialIn(url);
    expect([url.href, authorizationFor(url, typed)]).toEqual([
      'https://files.example/i.tar',
      `Basic ${Buffer.from('me:word').toString('base64')}`,
    ]);
    expect(told(typed)).toEqual([]);
    const source = await readSource('https://files.example/i.tar', { dir: '/', origin: '', env: ALL });
    expect(source).toMatchObject({ kind: 'address', credential: undefined });
  });
});

describe('the sources', () => {
  const src = fileURLToPath(new URL('../../../src/', import.meta.url));
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path));
  const linesOf = (pattern: RegExp): string[] =>
    files.filter((path) => pattern.test(readFileSync(join(src, path), 'utf8'))).sort();

  it('read a credential of the environment in one file', () => {
    const names = NAMES.join('|');
    const reads = new RegExp(`env(?:\\.|\\?\\.|\\[\\s*['"])(?:${names}|\\w*(?:_TOKEN|_API_KEY|_SECRET|_PASSWORD)\\b)`);
    expect(files.length).toBeGreaterThan(300);
    expect(linesOf(reads)).toEqual([]);
    // Each file that names one to be read hands the name to credentials.ts.
    expect(linesOf(/\breadKey\(/)).toEqual(['net/credentials.ts']);
  });

  it('make an Authorization header in one file; two others speak for the user elsewhere', () => {
    expect(linesOf(/['"`](?:Bearer|Basic) ?\$\{|\.scheme\} \$\{/)).toEqual([
      'net/createFetch.ts',
      'net/credentials.ts',
      // The page's own token, to the server that it came from.
      'web/api/request.ts',
    ]);
  });
});
