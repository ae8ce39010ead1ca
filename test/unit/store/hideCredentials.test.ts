/** Which variables LanceDB's process keeps. */

import { expect, it } from 'vitest';
import { hideCredentials } from '../../../src/store/lanceEnvironment.ts';

const ALL = {
  PATH: '/bin',
  AWS_ACCESS_KEY_ID: 'a',
  AWS_ENDPOINT_URL: 'b',
  AZURE_STORAGE_ACCOUNT_KEY: 'c',
  GOOGLE_APPLICATION_CREDENTIALS: 'd',
  LANCEDB_API_KEY: 'e',
  LANCEDB_LOG: 'error',
  HF_TOKEN: 'f',
  OPENAI_API_KEY: 'g',
};

it.each<[string[], string[]]>([
  [['query', 'x'], []],
  [['query', '--index', '/some/folder', 'x'], []],
  [['pull', 'file:///shared/x'], []],
  [
    ['query', '--index', 's3://bucket/x', 'x'],
    ['AWS_ACCESS_KEY_ID', 'AWS_ENDPOINT_URL'],
  ],
  [
    ['query', '--index=S3://bucket/x', 'x'],
    ['AWS_ACCESS_KEY_ID', 'AWS_ENDPOINT_URL'],
  ],
  [['pull', 'az://bucket/x'], ['AZURE_STORAGE_ACCOUNT_KEY']],
  [['push', 'gs://bucket/x'], ['GOOGLE_APPLICATION_CREDENTIALS']],
  [['query', '--index', 'db://base/x', 'x'], []],
  [['push', 's3a://bucket/x', 'gcs://bucket/x', 'adls://bucket/x'], []],
])('keeps for %j of the credentials %j, and hands all on', (argv, kept) => {
  const env: NodeJS.ProcessEnv = { ...ALL };
  expect(hideCredentials(env, argv)).toEqual(ALL);
  const always = ['PATH', 'LANCEDB_LOG', 'HF_TOKEN', 'OPENAI_API_KEY'];
  expect(Object.keys(env).sort()).toEqual([...kept, ...always].sort());
});

it('hides names that LanceDB understands without a cloud’s name, whatever place is named', () => {
  const nameless = {
    ...{ TOKEN: 'a', BASE_URL: 'https://b', ENDPOINT: 'c', REGION: 'd', ACCESS_KEY: 'e', CLIENT_SECRET: 'f' },
    ...{ SESSION_TOKEN: 'g', BUCKET: 'h', ENDPOINT_URL: 'i', PROXY_URL: 'j', SERVICE_ACCOUNT: 'k', SAS_TOKEN: 'l' },
  };
  const others = { TOKENS: '1', MY_TOKEN: '2', CORA_TOKEN: '3', GITHUB_TOKEN: '4', HTTPS_PROXY: '5' };
  for (const argv of [
    ['query', 'x'],
    ['pull', 's3://bucket/x'],
    ['push', 'gs://bucket/x'],
  ]) {
    const env: NodeJS.ProcessEnv = { ...nameless, ...others };
    expect(hideCredentials(env, argv)).toEqual({ ...nameless, ...others });
    expect(env).toEqual(others);
  }
});

it('hides them in lower case too, as LanceDB reads them', () => {
  const small = { aws_secret_access_key: 'a', azure_storage_sas_token: 'b', token: 'c' };
  const hidden: NodeJS.ProcessEnv = { ...small };
  expect(hideCredentials(hidden, ['query', 'x'])).toEqual(small);
  expect(hidden).toEqual({});
  const kept: NodeJS.ProcessEnv = { ...small };
  hideCredentials(kept, ['pull', 's3://bucket/x']);
  expect(kept).toEqual({ aws_secret_access_key: 'a' });
});
