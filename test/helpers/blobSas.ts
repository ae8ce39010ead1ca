/** Addresses that carry their own permission, as GitHub's services hand them out: service SAS for one blob. */

import { createHmac } from 'node:crypto';
import type { AzureAccount } from './azureRest.ts';

const VERSION = '2018-11-09';

/**
 * https://learn.microsoft.com/rest/api/storageservices/create-service-sas: version 2018-11-09
 * @param permissions `r`, or `cw` to create and write
 */
export function blobSas({ url, account, key }: AzureAccount, path: string, permissions: 'r' | 'cw'): string {
  const expiry = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;
  const resource = `/blob/${account}/${path}`;
  const unused = { start: '', identifier: '', ip: '', protocol: '', snapshot: '', headers: ['', '', '', '', ''] };
  const text = [
    permissions,
    unused.start,
    expiry,
    resource,
    unused.identifier,
    unused.ip,
    unused.protocol,
    VERSION,
    'b',
    unused.snapshot,
    ...unused.headers,
  ].join('\n');
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');
  const query = new URLSearchParams({ sv: VERSION, sr: 'b', sp: permissions, se: expiry, sig: signature });
  return `${url}/${path}?${query}`;
}
