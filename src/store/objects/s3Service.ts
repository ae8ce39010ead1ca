/** Amazon S3, and services that speak its protocol where the user's environment names an endpoint. */

import { createHash, createHmac } from 'node:crypto';
import {
  addressOf,
  isOn,
  LIST_V2,
  listV2AddressOf,
  NoCredentials,
  type ObjectService,
  type StorageOptions,
  withoutSlashes,
} from './objectService.ts';

/** As in LanceDB, of a service that is not Amazon's. */
const REGION_ELSEWHERE = 'us-west-2';
/** Of Amazon's the answer says where the bucket lies. */
const FIRST_REGION = 'us-east-1';
const REGION = /^[a-z]{2}(?:-[a-z]+)+-\d+$/;

/** What changes how a bucket is asked, and is not spoken here. */
const OTHER_WAYS = ['aws_s3_express', 'aws_sse_customer_key_base64'];

/** @throws NoCredentials */
export function s3Service(bucket: string, options: StorageOptions): ObjectService {
  const { aws_endpoint: given } = options;
  const endpoint = given === undefined ? undefined : withoutSlashes(given);
  const isAnonymous = isOn(options['aws_skip_signature']);
  const other = OTHER_WAYS.find((name) => options[name] !== undefined && options[name] !== 'false');
  if (other !== undefined || bucket.endsWith('--x-s3'))
    throw new NoCredentials(`a way to ask that Cora does not know (${other ?? 'S3 Express'})`);
  const { aws_access_key_id: id, aws_secret_access_key: secret } = options;
  if (!isAnonymous && (id === undefined || secret === undefined))
    throw new NoCredentials('no key in the environment; roles and profiles are not read');
  let region = options['aws_region'] ?? (endpoint === undefined ? FIRST_REGION : REGION_ELSEWHERE);
  let hasMoved = false;
  const isVirtual = isOn(options['aws_virtual_hosted_style_request']);
  const base = (): string => {
    if (endpoint !== undefined) return isVirtual ? endpoint : `${endpoint}/${bucket}`;
    return isVirtual ? `https://${bucket}.s3.${region}.amazonaws.com` : `https://s3.${region}.amazonaws.com/${bucket}`;
  };
  const payer: Record<string, string> = isOn(options['aws_request_payer'])
    ? { 'x-amz-request-payer': 'requester' }
    : {};
  return {
    words: LIST_V2,
    address: (key) => addressOf(base(), key),
    listAddress: (prefix, page) => listV2AddressOf(base(), prefix, page),
    headers: (url) => {
      const key: AwsKey = { id: id!, secret: secret!, session: options['aws_session_token'], region };
      return isAnonymous ? payer : signV4(url, key, new Date(), payer);
    },
    moved: (headers) => {
      const named = headers.get('x-amz-bucket-region') ?? '';
      // The user's own word stands, and no other host is asked than one of Amazon's.
      if (endpoint !== undefined || options['aws_region'] !== undefined) return false;
      if (hasMoved || !REGION.test(named) || named === region) return false;
      hasMoved = true;
      region = named;
      return true;
    },
  };
}

// Signs a request without a body as Amazon's S3 wants it, with Signature Version 4:
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. Pure.

interface AwsKey {
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
