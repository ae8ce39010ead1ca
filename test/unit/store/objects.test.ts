/** How services of object storage are asked: signatures, addresses, headers, and lists as they answer. */

import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import {
  azureService,
  googleService,
  LIST_V2,
  NoCredentials,
  s3Service,
  signV4,
} from '../../../src/store/objects/objectServices.ts';
import { readList } from '../../../src/store/objects/openObjects.ts';
import { isTrustedStore, readStoreAddress } from '../../../src/store/storeAddress.ts';

describe('signV4', () => {
  // The examples of Amazon's own documentation.
  const key = {
    id: 'AKIAIOSFODNN7EXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    session: undefined,
    region: 'us-east-1',
  };
  const at = new Date('2013-05-24T00:00:00Z');
  it.each([
    ['/test.txt', { range: 'bytes=0-9' }, 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41'],
    ['/?lifecycle=', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    ['/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
  ])('signs GET %s as Amazon does', (path, more, signature) => {
    const { authorization } = signV4(new URL(`https://examplebucket.s3.amazonaws.com${path}`), key, at, more);
    expect(authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE\/20130524\/us-east-1\/s3\/aws4_request, /,
    );
    expect(authorization?.split('Signature=')[1]).toBe(signature);
  });
});

describe('s3Service', () => {
  const key = { aws_access_key_id: 'a', aws_secret_access_key: 'b' };
  it.each<[Record<string, string>, string]>([
    [{ aws_region: 'eu-west-1' }, 'https://s3.eu-west-1.amazonaws.com/idx/a%20b/c'],
    [
      { aws_region: 'eu-west-1', aws_virtual_hosted_style_request: 'true' },
      'https://idx.s3.eu-west-1.amazonaws.com/a%20b/c',
    ],
    [{ aws_endpoint: 'http://127.0.0.1:9000/' }, 'http://127.0.0.1:9000/idx/a%20b/c'],
    [
      { aws_endpoint: 'https://idx.example.com', aws_virtual_hosted_style_request: 'true' },
      'https://idx.example.com/a%20b/c',
    ],
  ])('with %j asks %s', (options, address) => {
    expect(s3Service('idx', { ...key, ...options }).address('a b/c').href).toBe(address);
  });

  it('goes where Amazon says that the bucket lies, and nowhere else', () => {
    const said = (region: string): Headers => new Headers({ 'x-amz-bucket-region': region });
    const service = s3Service('idx', key);
    expect(service.address('x').host).toBe('s3.us-east-1.amazonaws.com');
    for (const region of ['evil.example/', 'x', '', 'eu-west-1.evil.example', 'us-east-1'])
      expect(service.moved?.(said(region))).toBe(false);
    expect(service.moved?.(said('eu-north-1'))).toBe(true);
    // A second word is not believed: two places could send a reader to each other for ever.
    for (const region of ['eu-west-1', 'us-east-1']) expect(service.moved?.(said(region))).toBe(false);
    expect(service.address('x').host).toBe('s3.eu-north-1.amazonaws.com');
    const named: Record<string, string>[] = [{ aws_region: 'eu-west-1' }, { aws_endpoint: 'https://minio.example' }];
    for (const more of named) expect(s3Service('idx', { ...key, ...more }).moved?.(said('eu-north-1'))).toBe(false);
  });

  it('asks without a name where the user says so, and lets a requester pay', () => {
    const { headers } = s3Service('idx', { aws_skip_signature: 'true' });
    expect(headers(new URL('https://x'))).toEqual({});
    expect(s3Service('idx', { ...key, aws_request_payer: 'true' }).headers(new URL('https://x/y'))).toMatchObject({
      authorization: expect.stringContaining(';x-amz-request-payer,'),
      'x-amz-request-payer': 'requester',
    });
  });

  it.each([
    ['idx', {}],
    ['idx', { aws_access_key_id: 'a' }],
    ['idx', { ...key, aws_sse_customer_key_base64: 'x' }],
    ['idx--use1-az4--x-s3', key],
  ])('%s with %j is not asked', (bucket, options) => {
    expect(() => s3Service(bucket, options)).toThrow(NoCredentials);
  });
});

describe('azureService', () => {
  const account = { azure_storage_account_name: 'acme' };
  it('takes a SAS in any spelling, and a token, over TLS alone', () => {
    for (const sas of ['?sv=2024&sig=a%2Bb%3D', 'sv=2024&sig=a+b='])
      expect(azureService('idx', { ...account, azure_storage_sas_token: sas }).address('p/x').href).toBe(
        'https://acme.blob.core.windows.net/idx/p/x?sv=2024&sig=a%2Bb%3D',
      );
    const token = { ...account, azure_storage_token: 'eyJ0' };
    const service = azureService('idx', token);
    expect(service.headers(service.address('x'))).toMatchObject({ authorization: 'Bearer eyJ0' });
    for (const more of [token, { ...account, azure_storage_sas_token: 'sv=1&sig=2' }]) {
      const options = { ...more, azure_storage_endpoint: 'http://storage.example' };
      expect(() => azureService('idx', options)).toThrow(/without encryption/);
    }
  });

  it('sends no token to another host than the account’s', () => {
    const { headers } = azureService('idx', { ...account, azure_storage_token: 'eyJ0' });
    expect(headers(new URL('https://evil.example/x'))).not.toHaveProperty('authorization');
  });

  it.each([{}, account, { ...account, azure_storage_use_emulator: 'true' }])('with %j is not asked', (options) => {
    expect(() => azureService('idx', options)).toThrow(NoCredentials);
  });
});

describe('googleService', () => {
  it('takes the server of a service account’s own file, as LanceDB does', async () => {
    const open = { client_email: 'a', private_key_id: 'b', private_key: 'c', disable_oauth: true };
    const key = JSON.stringify({ ...open, gcs_base_url: 'http://127.0.0.1:4443/' });
    const service = await googleService('idx', { google_service_account_key: key });
    expect(service.listAddress('p/', 'x y').href).toBe(
      'http://127.0.0.1:4443/idx?continuation-token=x%20y&list-type=2&max-keys=1000&prefix=p%2F',
    );
    expect(service.headers(service.address('x'))).toEqual({});
  });

  it('signs a token anew before the last one ends: a push may take hours', async () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' });
    const account = JSON.stringify({ client_email: 'a', private_key_id: 'b', private_key });
    vi.useFakeTimers({ now: 0 });
    try {
      const service = await googleService('idx', { google_service_account_key: account });
      vi.setSystemTime(2 * 3600_000);
      const { authorization } = service.headers(service.address('x'));
      const claims = Buffer.from(authorization!.split('.')[1]!, 'base64url').toString();
      expect(JSON.parse(claims)).toMatchObject({ iat: 2 * 3600, exp: 3 * 3600 });
    } finally {
      vi.useRealTimers();
    }
  });

  it.each<Record<string, string>>([
    {},
    { google_application_credentials: '/nowhere/x.json' },
    { google_service_account_key: '{' },
    { google_service_account_key: '{"type":"authorized_user","refresh_token":"x"}' },
    { google_service_account_key: '{"client_email":"a","private_key_id":"b","private_key":"none"}' },
  ])('with %j is not asked', async (options) => {
    await expect(googleService('idx', options)).rejects.toThrow(NoCredentials);
  });
});

describe('readList', () => {
  it('reads names, stamps and what follows', () => {
    const xml = `<?xml version="1.0"?><ListBucketResult xmlns="x"><IsTruncated>true</IsTruncated><Contents><Key>a&amp;b&#47;&lt;c&gt;&#x1F600;</Key>
      <LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>&quot;e1&quot;</ETag><Size>7</Size></Contents><NextContinuationToken>t&amp;1</NextContinuationToken></ListBucketResult>`;
    expect(readList(xml, LIST_V2)).toEqual({
      objects: [{ key: 'a&b/<c>😀', etag: 'e1', size: 7, stamp: 'e1 2026-01-01T00:00:00.000Z   7' }],
      next: 't&1',
    });
  });

  it.each([
    '<html>log in</html>',
    '<ListBucketResult><Contents><Key>a</Key>',
    '<ListBucketResult><Contents><Key>a</Key><Size>1</Size></ListBucketResult>',
    '<ListBucketResult><Contents><Size>1</Size></Contents></ListBucketResult>',
    '<ListBucketResult><Contents><Key>a</Key></Contents></ListBucketResult>',
    '<ListBucketResult><IsTruncated>true</IsTruncated></ListBucketResult>',
  ])('refuses %s', (xml) => {
    expect(() => readList(xml, LIST_V2)).toThrow();
  });

  it('refuses a page of more objects than a service gives', () => {
    const page = (count: number): string =>
      `<ListBucketResult>${'<Contents><Key>a</Key><Size>1</Size></Contents>'.repeat(count)}</ListBucketResult>`;
    expect(readList(page(1000), LIST_V2).objects).toHaveLength(1000);
    expect(() => readList(page(1001), LIST_V2)).toThrow('a page of more than 1000 objects');
  });
});

describe('CORA_TRUSTED_STORES', () => {
  const env = { CORA_TRUSTED_STORES: ' s3://bucket/team/  gs://other' };
  it.each([
    ['s3://bucket/team', true],
    ['s3://bucket/team/shop', true],
    ['s3://bucket/teams', false],
    ['s3://bucket', false],
    ['gs://other/x', true],
    ['az://other/x', false],
  ])('%s: %s', (uri, trusted) => {
    expect(isTrustedStore(uri, env)).toBe(trusted);
    expect(readStoreAddress(uri, env).isTrusted).toBe(trusted);
    expect(isTrustedStore(uri, {})).toBe(false);
  });

  it.each(['1', 'true', '*', 's3://', 's3://*', 'file:///x', 'https://bucket/x', 's3://key:secret@bucket'])(
    'is refused as %s',
    (value) => {
      expect(() => readStoreAddress('s3://bucket/x', { CORA_TRUSTED_STORES: value })).toThrow(
        /CORA_TRUSTED_STORES does not name/,
      );
    },
  );
});
