/**
 * Tables in object storage are looked at before LanceDB opens them. The service is on loopback and checks every signature, so what it is
 * asked with Cora's own requests is proven beside LanceDB's; Azure's is Azurite, in test/e2e/objects.test.ts.
 */

import { generateKeyPairSync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { rebased } from '../../e2e/zoo/lanceBases.ts';
import { cora } from '../../helpers/cora.ts';
import { type ObjectServer, type Signer, startObjectServer } from '../../helpers/objectServer.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const KEY = { id: 'AKIDTEST', secret: 'a secret/of+the=test', session: 'session/token==', region: 'eu-test-1' };
const BUCKETS = ['idx', 'private'];
const PLACE = 'team/shop';
const TO = `s3://idx/${PLACE}`;

let repo: TempRepo;
beforeAll(async () => {
  repo = tempRepo();
  for (let at = 0; at < 6; at++) repo.file(`src/f${at}.py`, sourceOf('py', at * 7));
  repo.commit();
  await cora(repo).index();
});

const s3 = (origin: string): NodeJS.ProcessEnv => ({
  AWS_ACCESS_KEY_ID: KEY.id,
  AWS_SECRET_ACCESS_KEY: KEY.secret,
  AWS_SESSION_TOKEN: KEY.session,
  AWS_REGION: KEY.region,
  AWS_ENDPOINT: origin,
});
const service = (page?: number) =>
  startObjectServer({ buckets: BUCKETS, signer: { kind: 's3', ...KEY }, ...(page === undefined ? {} : { page }) });

async function published(): Promise<{ server: ObjectServer; env: NodeJS.ProcessEnv }> {
  const server = await service();
  const env = s3(server.origin);
  await cora(repo).publish(TO, {}, { env });
  server.requests.length = 0;
  return { server, env };
}

const reader = (env: NodeJS.ProcessEnv) => cora({ dir: tempDir(), env: { ...repo.env, ...env } });
/** All that opens a table there. */
const ways = (env: NodeJS.ProcessEnv, to = TO): [string, () => Promise<unknown>][] => [
  ['query', () => reader(env).query('filter', { index: to })],
  ['pull', () => cora(repo.clone()).pull(to, {}, { env })],
  ['push', () => cora(repo).publish(to, {}, { env })],
];

/** Requests that concern anything but what lies at or below the place. */
const outside = ({ requests }: ObjectServer): string[] =>
  requests.filter((line) => {
    const [, path = '', prefix] = /^\w+ \/(.*?)(?:\?.*?(?:^|[?&])prefix=([^&]*).*)?$/.exec(line) ?? [];
    const asked = prefix === undefined ? path.split('?')[0]! : `${path.split('?')[0]!}/${prefix}`;
    return !asked.replace('//', '/').startsWith(`idx/${PLACE}/`);
  });

const pathsOf = (server: ObjectServer, pattern: RegExp): string[] =>
  [...server.objects.keys()].filter((path) => pattern.test(path)).sort();
/** LanceDB counts down: the first is the newest. */
const manifestsOf = (server: ObjectServer, table: string): string[] =>
  pathsOf(server, new RegExp(`/${table}[^/]*\\.lance/_versions/`));

const swap = (server: ObjectServer, path: string, base: string): void =>
  server.put(path, rebased(server.objects.get(path)!.bytes, base));

describe('an index in object storage', () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const account = JSON.stringify({
    ...{ type: 'service_account', client_email: 'cora@test.iam', private_key_id: 'k1' },
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  });
  const google = (origin: string): NodeJS.ProcessEnv => ({ GOOGLE_BASE_URL: origin, GOOGLE_ALLOW_HTTP: 'true' });
  const file = (content: string): string => {
    const path = join(tempDir(), 'account.json');
    writeFileSync(path, content);
    return path;
  };

  const services: [string, string, Signer, (origin: string) => NodeJS.ProcessEnv][] = [
    ['s3, a key that ends', 's3', { kind: 's3', ...KEY }, s3],
    [
      's3, without a region',
      's3',
      { kind: 's3', id: 'AKIDTEST', secret: 'x', region: 'us-west-2' },
      (origin) => ({ AWS_ACCESS_KEY_ID: 'AKIDTEST', AWS_SECRET_ACCESS_KEY: 'x', AWS_ENDPOINT_URL_S3: `${origin}/` }),
    ],
    [
      's3, the bucket in the endpoint',
      's3',
      { kind: 's3', ...KEY },
      (origin) => ({ ...s3(`${origin}/idx`), AWS_VIRTUAL_HOSTED_STYLE_REQUEST: 'true' }),
    ],
    [
      'gs, a service account',
      'gs',
      { kind: 'gs', email: 'cora@test.iam', publicKey },
      (origin) => ({ ...google(origin), GOOGLE_SERVICE_ACCOUNT_KEY: account }),
    ],
    [
      'gs, a service account in a file',
      'gs',
      { kind: 'gs', email: 'cora@test.iam', publicKey },
      (origin) => ({ ...google(origin), GOOGLE_APPLICATION_CREDENTIALS: file(account) }),
    ],
    [
      'gs, a token',
      'gs',
      { kind: 'bearer', token: 'ya29.token' },
      (origin) => ({ ...google(origin), GOOGLE_STORAGE_TOKEN: 'ya29.token' }),
    ],
  ];
  it.each(shareOf(services, 3))(
    'is pushed, searched and pulled with %s: every request is signed and concerns the place',
    async (_, scheme, signer, envOf) => {
      const server = await startObjectServer({ buckets: BUCKETS, signer });
      const to = `${scheme}://idx/${PLACE}`;
      for (const [, way] of ways(envOf(server.origin), to).reverse()) await way();
      expect(server.requests.length).toBeGreaterThan(20);
      expect([server.refused, outside(server)]).toEqual([[], []]);
    },
  );

  it.each(shareOf(['tëam/a%20b', "a'b+c&d=e", '{x}<y>"^z|~*[!]', '%zz/%2f', '日本/😀'], 5))(
    'is found under the name %s',
    async (place) => {
      const server = await service();
      const env = s3(server.origin);
      await cora(repo).publish(`s3://idx/${place}`, {}, { env });
      for (const [, way] of ways(env, `s3://idx/${place}`)) await way();
      expect(server.refused).toEqual([]);
      server.put(manifestsOf(server, 'published')[0]!.replace(/_versions.*/, 'zz/x'), Buffer.from('x'));
      await expect(reader(env).query('x', { index: `s3://idx/${place}` })).rejects.toMatchObject({
        code: 'BROKEN_INDEX',
      });
    },
  );

  quick.it('is looked at with few requests, and once for what stays', async () => {
    const { server, env } = await published();
    await reader(env).query('filter', { index: TO });
    const lists = server.requests.filter((line) => line.includes('max-keys=1000'));
    // Two tables, before and after.
    expect(lists).toHaveLength(4);
    const whole = server.requests.filter((line) => /^GET .*\.manifest$/.test(line)).length;
    server.requests.length = 0;
    await reader(env).query('filter', { index: TO });
    // This process has read them.
    expect(server.requests.filter((line) => /^GET .*\.manifest$/.test(line)).length).toBeLessThanOrEqual(whole);
  });

  slow.it('is listed to its last page', async () => {
    const server = await service(3);
    const env = s3(server.origin);
    for (const [, way] of ways(env).reverse()) await way();
    const [manifest] = manifestsOf(server, 'published');
    server.put(`${manifest!.replace(/_versions.*/, 'zz/x')}`, Buffer.from('x'));
    for (const [, way] of ways(env))
      await expect(way()).rejects.toMatchObject({
        code: 'BROKEN_INDEX',
        message: expect.stringMatching(/a folder "zz"/),
      });
  });
});

describe('a manifest that somebody wrote into the bucket', () => {
  const bases = (): string[] => ['s3://private/secret', 's3://idx/elsewhere', tempDir(), `file://${tempDir()}`];

  slow.it('leads LanceDB elsewhere, with your credentials, where nobody looks', async () => {
    const { server, env } = await published();
    for (const path of manifestsOf(server, 'published')) swap(server, path, 's3://private/secret');
    const trusting = { ...env, CORA_TRUSTED_STORES: 's3://idx' };
    await expect(reader(trusting).query('filter', { index: TO })).rejects.toThrow();
    expect(outside(server).some((line) => line.includes('/private/secret'))).toBe(true);
    expect(server.requests.filter((line) => line.includes('max-keys=1000'))).toEqual([]);
  });

  it.each(shareOf(['published', 'chunks-'], 2))(
    'in the table %s is refused by query, pull and push, and nobody else is asked',
    async (table) => {
      for (const base of bases()) {
        const { server, env } = await published();
        for (const path of manifestsOf(server, table)) swap(server, path, base);
        for (const [name, way] of ways(env)) {
          await expect(way(), `${name} ${base}`).rejects.toMatchObject({
            code: 'BROKEN_INDEX',
            message: expect.stringMatching(/is not opened: it has .*elsewhere/),
          });
        }
        expect([outside(server), server.refused]).toEqual([[], []]);
      }
    },
  );

  quick.it('as an older version, which a push would clean up, is refused by push', async () => {
    const { server, env } = await published();
    swap(server, manifestsOf(server, 'chunks-').at(-1)!, 's3://private/secret');
    await expect(cora(repo).publish(TO, {}, { env })).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    expect(outside(server)).toEqual([]);
  });

  const strangers: [string, string][] = [
    ['a version that is no exact number', '_versions/00000000000000000001.manifest'],
    ['an older form of name', '_versions/1.manifest'],
    ['a detached version', '_versions/d123.manifest'],
    ['the newest one of old', '_latest.manifest'],
    ['a branch', 'tree/main/_versions/18446744073709551614.manifest'],
    ['an index of an older LanceDB', '_indices/2c8f1d0e-0000-4000-8000-000000000000/tokens.lance'],
    ['the head of an index', '_indices/2c8f1d0e-0000-4000-8000-000000000000/metadata.lance'],
    ['a way up', '_indices/../metadata.lance'],
  ];
  it.each(shareOf(strangers, 4))('as %s is refused', async (_, name) => {
    const { server, env } = await published();
    const [path] = manifestsOf(server, 'published');
    const table = path!.replace(/_versions\/.*/, '');
    server.put(table + name, rebased(server.objects.get(path!)!.bytes, 's3://private/secret'));
    for (const [, way] of ways(env)) await expect(way()).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    expect(outside(server)).toEqual([]);
  });

  slow.it('between the look and the opening is noticed before a row is read', async () => {
    const { server, env } = await published();
    const [path] = manifestsOf(server, 'published');
    let swapped = 0;
    server.before((line) => {
      // LanceDB's own list comes after Cora's.
      if (line.includes('max-keys=1000') || !/list-type=2.*published.lance\/_versions/.test(line)) return;
      if (swapped++ === 0) swap(server, path!, 's3://private/secret');
    });
    await expect(reader(env).query('filter', { index: TO })).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    expect(swapped).toBeGreaterThan(0);
    expect([outside(server), server.requests.filter((line) => line.includes('/data/'))]).toEqual([[], []]);
  });

  slow.it('that comes while a push is under way is refused when the push looks again', async () => {
    const { server, env } = await published();
    repo.file('src/more.py', sourceOf('py', 400));
    repo.commit();
    await cora(repo).index();
    server.before((line) => {
      if (!/^PUT .*chunks-.*\/data\//.test(line)) return;
      server.before(null);
      swap(server, manifestsOf(server, 'chunks-').at(-1)!, 's3://private/secret');
    });
    await expect(cora(repo).publish(TO, {}, { env })).rejects.toMatchObject({ code: 'BROKEN_INDEX' });
    expect(outside(server)).toEqual([]);
  });

  slow.it('that is away while the push looks again, and back when LanceDB does, is not read on', async () => {
    const { server, env } = await published();
    repo.file('src/away.py', sourceOf('py', 600));
    repo.commit();
    await cora(repo).index();
    const away = new Map<string, Buffer>();
    let isUnderWay = false;
    server.before((line) => {
      isUnderWay ||= /^PUT .*chunks-.*\/data\//.test(line);
      if (!isUnderWay) return;
      if (/max-keys=1000.*chunks-/.test(line)) {
        for (const path of manifestsOf(server, 'chunks-')) {
          away.set(path, server.objects.get(path)!.bytes);
          server.objects.delete(path);
        }
      } else for (const [path, bytes] of away) server.put(path, bytes);
    });
    await expect(cora(repo).publish(TO, {}, { env })).rejects.toMatchObject({ code: 'LOCKED' });
    expect(away.size).toBeGreaterThan(0);
  });

  slow.it('that is packed, so that one reader unpacks it and the other does not, is refused', async () => {
    const { server, env } = await published();
    const [path] = manifestsOf(server, 'published');
    server.put(path!, gzipSync(server.objects.get(path!)!.bytes), 'gzip');
    await expect(reader(env).query('filter', { index: TO })).rejects.toMatchObject({
      code: 'BROKEN_INDEX',
      message: expect.stringMatching(/packed/),
    });
    expect(outside(server)).toEqual([]);
  });

  slow.it('again and again ends with a named error', async () => {
    const { server, env } = await published();
    server.before((line) => {
      for (const path of manifestsOf(server, 'published')) {
        // The same bytes, at another time.
        if (line.includes('max-keys=1000')) server.put(path, server.objects.get(path)!.bytes);
      }
    });
    await expect(reader(env).query('filter', { index: TO })).rejects.toMatchObject({
      code: 'LOCKED',
      message: expect.stringMatching(/changes while it is opened/),
    });
  });
});

quick.describe('a service', () => {
  quick.it.each([
    [
      'a list that never ends',
      (pages: number) =>
        `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${pages}</NextContinuationToken></ListBucketResult>`,
      200,
    ],
    ['a page that is too large', () => `<ListBucketResult>${' '.repeat(9_000_000)}</ListBucketResult>`, 1],
    [
      'more objects than a page has',
      (_: number, prefix: string) =>
        `<ListBucketResult>${`<Contents><Key>${prefix}data/a</Key><Size>1</Size></Contents>`.repeat(1001)}</ListBucketResult>`,
      1,
    ],
    [
      'large pages, and more than a list may have',
      (pages: number) =>
        `<ListBucketResult>${' '.repeat(8_000_000)}<NextContinuationToken>${pages}</NextContinuationToken></ListBucketResult>`,
      9,
    ],
    ['a page of something else', () => '<html>log in</html>', 1],
    [
      'what was not asked for',
      () => '<ListBucketResult><Contents><Key>other</Key><Size>1</Size></Contents></ListBucketResult>',
      1,
    ],
  ])('that gives %s is left', async (_, page, requests) => {
    const { server, env } = await published();
    let pages = 0;
    const prefixIn = (line: string): string => /[?&]prefix=([^&]*)/.exec(line)?.[1] ?? '';
    server.instead((line) =>
      line.includes('list-type') ? { status: 200, body: page(++pages, prefixIn(line)) } : null,
    );
    await expect(reader(env).query('filter', { index: TO })).rejects.toMatchObject({ code: 'STORE' });
    expect(server.requests).toHaveLength(requests);
  });

  quick.it.each([{ status: 503 }, { status: 200, isCut: true }])(
    'that is in trouble for a moment is asked again: %j',
    async (trouble) => {
      const { server, env } = await published();
      let asked = 0;
      server.instead((line) => (line.includes('max-keys=1000') && ++asked <= 2 ? trouble : null));
      expect((await reader(env).query('filter', { index: TO })).results.length).toBeGreaterThan(0);
      expect(asked).toBeGreaterThan(4);
    },
  );
});

quick.describe('credentials', () => {
  quick.it('that LanceDB would find by itself are no reason to open what nobody looked at', async () => {
    const { server } = await published();
    const env = { AWS_ENDPOINT: server.origin, AWS_PROFILE: 'mine', AWS_REGION: KEY.region };
    for (const [, way] of ways(env)) {
      await expect(way()).rejects.toMatchObject({
        code: 'USAGE',
        message: expect.stringMatching(/no credentials/),
        hint: expect.stringMatching(
          /AWS_ACCESS_KEY_ID.*aws configure export-credentials.*CORA_TRUSTED_STORES=s3:\/\/idx/,
        ),
      });
    }
    for (const [to, more] of [
      ['gs://idx/x', {}],
      ['az://idx/x', { AZURE_STORAGE_ACCOUNT_NAME: 'a' }],
      ['az://idx/x', {}],
    ] as const)
      await expect(reader(more).query('x', { index: to })).rejects.toMatchObject({ code: 'USAGE' });
    expect(server.requests).toEqual([]);
  });

  quick.it('are not sent behind a redirect', async () => {
    const { server, env } = await published();
    const other = await startObjectServer({ buckets: BUCKETS, signer: null });
    server.instead((line) =>
      line.includes('max-keys=1000') ? { status: 307, headers: { location: `${other.origin}/idx?list-type=2` } } : null,
    );
    for (const [, way] of ways(env)) await expect(way()).rejects.toMatchObject({ code: 'STORE' });
    expect(other.requests).toEqual([]);
  });

  quick.it('are not in what is said of a refusal', async () => {
    const { server, env } = await published();
    const wrong = { ...env, AWS_SECRET_ACCESS_KEY: 'another secret of the test' };
    const failures = [];
    for (const [, way] of ways(wrong)) failures.push(await way().catch((error: unknown) => error));
    for (const failure of failures) {
      expect(failure).toMatchObject({
        code: 'NETWORK',
        message: expect.stringMatching(/refuses.*403 SignatureDoesNotMatch/),
      });
      expect(JSON.stringify(failure)).not.toMatch(/another secret|session\/token/);
    }
    expect(server.refused.length).toBeGreaterThan(2);
  });
});
