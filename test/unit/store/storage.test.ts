/** Addresses of object storage, what LanceDB is told about getting in, and what is said when it cannot. */

import { describe, expect, it } from 'vitest';
import { readIntoMemory } from '../../../src/engine/searchFileWriter.ts';
import { isStoreAddress, storageOptions } from '../../../src/store/lanceEnvironment.ts';
import { ChunkStore } from '../../../src/store/openStore.ts';
import type { ReadTable, TableHandle } from '../../../src/store/openTable.ts';
import { readStoreAddress, type StoreAddress } from '../../../src/store/storeAddress.ts';
import { storageFailure } from '../../../src/store/storeFailure.ts';

const SECRET = 'c2VjcmV0LWtleS1vZi1hbi1hY2NvdW50';

describe('readStoreAddress', () => {
  it.each([
    ['s3://bucket/team/shop', 's3://bucket/team/shop'],
    ['s3://bucket', 's3://bucket'],
    ['gs://my-bucket/a/', 'gs://my-bucket/a'],
    ['az://container/prefix//', 'az://container/prefix'],
    ['s3://bucket/a%2e/..b/%2f', 's3://bucket/a%2e/..b/%2f'],
    ['file:///srv/index', '/srv/index'],
  ])('%s', (named, uri) => {
    expect(isStoreAddress(named)).toBe(true);
    expect(readStoreAddress(named, {}).uri).toBe(uri);
  });

  it.each([
    's3://AKIA:SECRET@bucket/prefix',
    'db://SECRET@database/name',
    'az://container/prefix?sv=2024&sig=SECRET',
    'az://container@SECRET.dfs.core.windows.net/x',
    'gs://bucket/a#SECRET',
    'az://container/../SECRET',
    's3://bucket/%2e%2e/SECRET',
    'gs://bucket/a/.%2E/SECRET',
    's3://bucket/%2E/SECRET',
    'az://container/a%2f..%2FSECRET',
    's3://bucket/..%5cSECRET',
    'abfss://SECRET@account.dfs.core.windows.net/x',
    's3://',
    'file://host/SECRET',
  ])('refuses %s and does not repeat it', (named) => {
    expect(isStoreAddress(named)).toBe(true);
    expect(() => readStoreAddress(named, {})).toThrow(expect.objectContaining({ code: 'USAGE' }));
    expect(() => readStoreAddress(named, {})).not.toThrow(/SECRET/);
  });

  it.each(['https://host/x', 'owner/repository', './folder', 'C:\\index', 's3:/x'])('%s is none', (named) => {
    expect(isStoreAddress(named)).toBe(false);
  });
});

describe('storageOptions', () => {
  it('takes the variables of its own service, under LanceDB’s names', () => {
    const env = { AZURE_STORAGE_ACCOUNT: 'a', AZURE_STORAGE_KEY: 'k', AWS_SECRET_ACCESS_KEY: 'other', PATH: '/bin' };
    expect(storageOptions('az', env)).toMatchObject({
      azure_storage_account_name: 'a',
      azure_storage_account_key: 'k',
    });
    expect(Object.keys(storageOptions('az', env)).some((name) => /aws|path/.test(name))).toBe(false);
    expect(storageOptions('s3', { AWS_DEFAULT_REGION: 'eu-west-1' })).toMatchObject({ aws_region: 'eu-west-1' });
  });

  it('prefers the name that LanceDB knows, leaves out what is empty, and reads a connection string', () => {
    const string = `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${SECRET}==;BlobEndpoint=http://127.0.0.1:1/a`;
    expect(
      storageOptions('az', {
        AZURE_STORAGE_CONNECTION_STRING: string,
        AZURE_STORAGE_ACCOUNT: 'b',
        AZURE_STORAGE_ACCOUNT_NAME: 'c',
        AZURE_STORAGE_SAS_TOKEN: '',
      }),
    ).toEqual({
      timeout: '60s',
      connect_timeout: '5s',
      client_max_retries: '3',
      client_retry_timeout: '30',
      azure_storage_account_name: 'c',
      azure_storage_account_key: `${SECRET}==`,
      azure_storage_endpoint: 'http://127.0.0.1:1/a',
      allow_http: 'true',
    });
  });

  it('takes the endpoint that is for S3 alone before all others', () => {
    const env = { AWS_ENDPOINT_URL_S3: 'https://s3.example', AWS_ENDPOINT: 'https://a', AWS_ENDPOINT_URL: 'https://b' };
    expect(storageOptions('s3', env)).toMatchObject({ aws_endpoint: 'https://s3.example' });
    expect(storageOptions('s3', env)).not.toHaveProperty('aws_endpoint_url_s3');
  });

  it('allows plain HTTP for an endpoint that the user named so, and for nothing else', () => {
    expect(storageOptions('s3', { AWS_ENDPOINT_URL: 'http://minio:9000' })).toMatchObject({ allow_http: 'true' });
    expect(storageOptions('s3', { AWS_ENDPOINT: 'https://minio' })).not.toHaveProperty('allow_http');
    expect(storageOptions('gs', {})).not.toHaveProperty('allow_http');
  });
});

describe('storageFailure', () => {
  const az: StoreAddress = {
    scheme: 'az',
    uri: 'az://idx/team',
    options: { azure_storage_account_key: SECRET },
    isTrusted: false,
    env: {},
  };
  const s3: StoreAddress = { ...az, scheme: 's3', uri: 's3://idx/team' };
  const asked = `lance error: LanceError(IO): Generic MicrosoftAzure error: Error performing GET https://acme.blob.core.windows.net/idx?comp=list&sig=${SECRET}`;
  it.each([
    [
      `${asked} - 404 Not Found: <Error><Code>ContainerNotFound</Code>`,
      az,
      'NO_INDEX',
      /no such container: az:\/\/idx\/team/,
    ],
    ['404: <Code>NoSuchBucket</Code>', s3, 'NO_INDEX', /no such bucket/],
    [
      `${asked} - status code: 403 Forbidden: <Code>AuthorizationFailure</Code>`,
      az,
      'NETWORK',
      /refuses.*403 AuthorizationFailure/,
    ],
    ['Invalid Access Key: Invalid symbol 32, offset 3.', az, 'NETWORK', /refuses/],
    [
      'Unable to find object store prefix: no Azure account name in URI, and no storage account configured.',
      az,
      'USAGE',
      /no credentials/,
    ],
    [
      'Error performing token request: GET http://169.254.169.254/metadata: 403 Forbidden',
      az,
      'USAGE',
      /no credentials/,
    ],
    ['Failed to get AWS credentials: ProviderError', s3, 'USAGE', /no credentials for s3/],
    [`${asked} after 3 retries - HTTP error: error sending request`, az, 'NETWORK', /cannot be reached/],
    [`Not found: team/chunks.lance/data/x.lance?sig=${SECRET}`, az, 'BROKEN_INDEX', /is gone/],
    [`something new, at ${SECRET}`, az, 'STORE', /failed to read/],
  ] as const)('%s', (said, address, code, message) => {
    const failure = storageFailure(new Error(said), address, 'read');
    expect(failure.code).toBe(code);
    expect(failure.message).toMatch(message);
    expect(failure.cause).toBeUndefined();
    expect(failure.hint).toMatch(/\w/);
    expect(`${failure.message} ${failure.hint}`).not.toContain(SECRET);
  });
});

describe('a table in object storage', () => {
  const large = { version: async () => 1, countRows: async () => 1_000_001 } as unknown as ReadTable;
  const handle = { reader: large, directory: null, close: () => undefined } as unknown as TableHandle;

  it('is searched in memory or not at all', async () => {
    await expect(readIntoMemory(new ChunkStore(handle, 'read', 8), 8)).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('1000001 rows'),
      hint: expect.stringContaining('cora pull'),
    });
  });
});
