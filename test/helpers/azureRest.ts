/** Azure's blob service over HTTP with a shared key: as much of it as tests need to look at what arrived. No SDK. */

import { createHmac } from 'node:crypto';

export interface AzureAccount {
  /** With the account, as Azurite has it: `http://127.0.0.1:10000/name`. */
  url: string;
  account: string;
  key: string;
}

const VERSION = '2023-11-03';

/** @param path below the account, encoded: `/container/blob` @throws when the service answers with anything but 2xx */
export async function askAzure(
  { url, account, key }: AzureAccount,
  method: 'GET' | 'PUT' | 'DELETE',
  path: string,
  query: Readonly<Record<string, string>> = {},
  blob: Uint8Array<ArrayBuffer> | null = null,
): Promise<Response> {
  const target = new URL(`${url}${path}`);
  for (const [name, value] of Object.entries(query)) target.searchParams.set(name, value);
  const kind: Record<string, string> = blob === null ? {} : { 'x-ms-blob-type': 'BlockBlob' };
  const stamps: Record<string, string> = { ...kind, 'x-ms-date': new Date().toUTCString(), 'x-ms-version': VERSION };
  const length = blob === null || blob.length === 0 ? '' : String(blob.length);
  const response = await fetch(target, {
    method,
    headers: {
      ...stamps,
      authorization: `SharedKey ${account}:${signature(method, target, stamps, { account, key, length })}`,
    },
    body: blob,
  });
  if (!response.ok) throw new Error(`${method} ${target.pathname}: ${response.status} ${await response.text()}`);
  return response;
}

/** https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key: of the twelve headers two are not empty. */
function signature(
  method: string,
  target: URL,
  stamps: Readonly<Record<string, string>>,
  { account, key, length }: Pick<AzureAccount, 'account' | 'key'> & { length: string },
): string {
  const headers = Object.entries(stamps).map(([name, value]) => `${name}:${value}`);
  const query = [...target.searchParams].sort().map(([name, value]) => `${name}:${value}`);
  const fields = ['', '', length, ...Array<string>(8).fill('')];
  const text = [method, ...fields, ...headers, `/${account}${target.pathname}`, ...query].join('\n');
  return createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');
}
