/** Addresses of databases: what LanceDB's client is told, what is refused without being repeated, and what failures say. */

import { describe, expect, it } from 'vitest';
import { readIntoMemory } from '../../../src/engine/searchFileWriter.ts';
import { isStoreAddress } from '../../../src/store/lanceEnvironment.ts';
import { ChunkStore } from '../../../src/store/openStore.ts';
import type { ReadTable, TableHandle } from '../../../src/store/openTable.ts';
import { cloudConnection, readStoreAddress } from '../../../src/store/storeAddress.ts';
import { storageFailure } from '../../../src/store/storeFailure.ts';

const KEY = 'sk_0123456789abcdef0123456789';
const ENV = { LANCEDB_API_KEY: KEY };

describe('readStoreAddress of db://', () => {
  it.each([
    ['db://team-x1', 'db://team-x1', ''],
    ['db://team-x1/', 'db://team-x1', ''],
    ['db://team-x1/shop', 'db://team-x1/shop', 'shop-'],
  ])('%s', (named, uri, prefix) => {
    expect(isStoreAddress(named)).toBe(true);
    const address = readStoreAddress(named, ENV);
    expect(address).toMatchObject({ scheme: 'db', uri, prefix });
    expect(cloudConnection(address)).toEqual({
      uri: 'db://team-x1',
      options: {
        ...{ apiKey: KEY, region: 'us-east-1', readConsistencyInterval: 0 },
        clientConfig: {
          retryConfig: { retries: 3, connectRetries: 2, readRetries: 1 },
          timeoutConfig: { connectTimeout: 5, readTimeout: 60 },
        },
      },
    });
  });

  it('takes the region and an own host', () => {
    const env = { ...ENV, LANCEDB_REGION: 'eu-west-1', LANCEDB_HOST_OVERRIDE: 'https://lance.example.com:8443/x/' };
    expect(cloudConnection(readStoreAddress('db://a', env)).options).toMatchObject({
      region: 'eu-west-1',
      hostOverride: 'https://lance.example.com:8443/x',
    });
  });

  it.each([
    ['db://', ENV],
    ['db://SECRET@a', ENV],
    ['db://SECRET.evil.example/x', ENV],
    ['db://a/SECRET/b', ENV],
    ['db://a/../SECRET', ENV],
    ['db://a?key=SECRET', ENV],
    ['db://a#SECRET', ENV],
    ['db://a', {}],
    ['db://a', { LANCEDB_API_KEY: 'SECRET\nX-Other: 1' }],
    ['db://a', { ...ENV, LANCEDB_REGION: 'evil.example/SECRET#' }],
    ['db://a', { ...ENV, LANCEDB_HOST_OVERRIDE: 'ftp://SECRET' }],
    ['db://a', { ...ENV, LANCEDB_HOST_OVERRIDE: 'https://user:SECRET@host' }],
    ['db://a', { ...ENV, LANCEDB_HOST_OVERRIDE: 'https://host/?sig=SECRET' }],
    ['db://a', { ...ENV, LANCE_CLIENT_READ_TIMEOUT: 'SECRET' }],
  ])('refuses %s with %o and repeats nothing', (named, env) => {
    expect(isStoreAddress(named)).toBe(true);
    expect(() => readStoreAddress(named, env)).toThrow(
      expect.objectContaining({ code: 'USAGE', hint: expect.stringMatching(/\w/) }),
    );
    expect(() => readStoreAddress(named, env)).not.toThrow(/SECRET/);
  });
});

describe('a failure of a database', () => {
  const http = 'Http error: (request_id=5f4cbb7c-802a-4d35-a36a-fe564342c64f)';
  it.each([
    [`${http} 401 Unauthorized: key ${KEY} is unknown`, 'NETWORK', /refuses these credentials.*\(401\)/],
    [
      `Hit retry limit for request_id=a (x) Caused by: ${http} 429 Too Many Requests: slow`,
      'NETWORK',
      /no time.*\(429\)/,
    ],
    [`Hit retry limit for request_id=a (x) Caused by: ${http} 409 Conflict: other`, 'LOCKED', /Others write/],
    [`Table 'x' was not found Caused by: ${http} gone`, 'BROKEN_INDEX', /is gone/],
    [`error sending request for url (https://a.us-east-1.api.lancedb.com/v1/${KEY})`, 'NETWORK', /cannot be reached/],
    [`${http} 400 Bad Request: bad key ${KEY}`, 'STORE', /failed to read \(400\)/],
  ] as const)('%s', (said, code, message) => {
    const failure = storageFailure(new Error(said), readStoreAddress('db://a/b', ENV), 'read');
    expect(failure).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(`${failure.message} ${failure.hint} ${failure.stack} ${failure.cause}`).not.toContain(KEY);
  });
});

describe('a table of a service', () => {
  const large = { version: async () => 1, countRows: async () => 1_000_001 } as unknown as ReadTable;
  const handle = { reader: large, directory: null, isServed: true, close: () => undefined } as unknown as TableHandle;

  it('is searched in memory or not at all', async () => {
    await expect(readIntoMemory(new ChunkStore(handle, 'read', 8), 8)).rejects.toMatchObject({
      code: 'STORE',
      message: expect.stringContaining('1000001 rows'),
      hint: expect.stringContaining('cora pull'),
    });
  });
});
