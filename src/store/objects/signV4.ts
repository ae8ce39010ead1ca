/**
 * Signs a request without a body as Amazon's S3 wants it, with Signature Version 4:
 * https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. Pure.
 */

import { createHash, createHmac } from 'node:crypto';

export interface AwsKey {
  id: string;
  secret: string;
  /** Of a key that ends after hours. */
  session: string | undefined;
  region: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

/**
 * @param url encoded as `encodeStrictly` does it, the query's values too
 * @param more headers of the request, in small letters
 * @returns all headers but Host
 */
export function signV4(
  url: URL,
  { id, secret, session, region }: AwsKey,
  at: Date,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  const scope = `${time.slice(0, 8)}/${region}/s3/aws4_request`;
  const headers: Record<string, string> = {
    ...more,
    'x-amz-content-sha256': sha256(''),
    'x-amz-date': time,
    ...(session === undefined ? {} : { 'x-amz-security-token': session }),
  };
  const signed = Object.entries({ ...headers, host: url.host }).sort(([a], [b]) => (a < b ? -1 : 1));
  const names = signed.map(([name]) => name).join(';');
  const lines = signed.map(([name, value]) => `${name}:${value.trim()}\n`).join('');
  const query = url.search.slice(1).split('&').sort().join('&');
  const request = ['GET', url.pathname, query, lines, names, sha256('')].join('\n');
  const text = ['AWS4-HMAC-SHA256', time, scope, sha256(request)].join('\n');
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`);
  const signature = createHmac('sha256', key).update(text).digest('hex');
  return {
    ...headers,
    authorization: `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}
