/**
 * A service of object storage in memory, on loopback, as S3 and Google's XML interface have it: objects, lists in pages, conditional
 * writes and parts. It checks every signature itself, LanceDB's too, and notes what it is asked.
 */

import { createHash, createHmac, createVerify, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { atEnd } from './atEnd.ts';

export type Signer =
  | { kind: 's3'; id: string; secret: string; session?: string; region: string }
  | { kind: 'gs'; email: string; publicKey: KeyObject }
  | { kind: 'bearer'; token: string };

interface Stored {
  bytes: Buffer;
  etag: string;
  at: Date;
  generation: number;
  encoding?: string;
}

/** An answer of a test's own. */
interface Instead {
  status: number;
  headers?: Record<string, string>;
  body?: string;
  /** Then the line drops, in the middle of the body. */
  isCut?: boolean;
}

export interface ObjectServer {
  origin: string;
  /** `GET /bucket/key?query`, as it came, decoded. */
  requests: string[];
  /** Requests whose signature is not that of the key. */
  refused: string[];
  /** `bucket/key` → what lies there. */
  objects: Map<string, Stored>;
  put(path: string, bytes: Buffer, encoding?: string): void;
  /** Called with each request before it is answered. */
  before(action: ((line: string) => void) | null): void;
  /** Answers this instead. */
  instead(action: ((line: string) => Instead | null) | null): void;
}

export interface ServerOptions {
  buckets: string[];
  signer: Signer | null;
  /** Objects on a page of a list. */
  page?: number;
}

export async function startObjectServer({ buckets, signer, page = 1000 }: ServerOptions): Promise<ObjectServer> {
  const objects = new Map<string, Stored>();
  const uploads = new Map<string, Map<number, Buffer>>();
  const requests: string[] = [];
  const refused: string[] = [];
  let before: ((line: string) => void) | null = null;
  let instead: ((line: string) => Instead | null) | null = null;
  let generation = 1;
  const put = (path: string, bytes: Buffer, encoding?: string): Stored => {
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`;
    const stored = { bytes, etag, at: new Date(), generation: generation++, ...(encoding ? { encoding } : {}) };
    objects.set(path, stored);
    return stored;
  };
  const server = createServer((request, response) => {
    void (async () => {
      const body = Buffer.from(await text(request.setEncoding('latin1')), 'latin1');
      const url = new URL(request.url!, 'http://x');
      const path = decodeURIComponent(url.pathname).slice(1);
      const line = `${request.method} /${path}${decodeURIComponent(url.search)}`;
      requests.push(line);
      before?.(line);
      const answer = (status: number, content: Buffer | string = '', headers: Record<string, string> = {}): void => {
        const bytes = Buffer.from(content);
        response.writeHead(status, { 'content-length': String(bytes.length), ...headers });
        response.end(request.method === 'HEAD' ? undefined : bytes);
      };
      const failed = (status: number, code: string): void =>
        answer(status, `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`, {
          'content-type': 'application/xml',
        });
      const other = instead?.(line) ?? null;
      if (other?.isCut === true) {
        response.writeHead(other.status, { 'content-length': '100' });
        response.write('<');
        setImmediate(() => response.destroy());
        return;
      }
      if (other !== null) return answer(other.status, other.body, other.headers);
      if (signer !== null && !isSigned(request, body, signer)) {
        refused.push(line);
        return failed(403, 'SignatureDoesNotMatch');
      }
      const [bucket = ''] = path.split('/');
      if (!buckets.includes(bucket)) return failed(404, 'NoSuchBucket');
      const query = url.searchParams;
      const stored = objects.get(path);
      if (query.has('list-type'))
        return answer(200, listOf(objects, bucket, query, page), { 'content-type': 'application/xml' });
      if (request.method === 'GET' || request.method === 'HEAD') {
        if (stored === undefined) return failed(404, 'NoSuchKey');
        return answer(...contentOf(stored, request.headers.range));
      }
      if (request.method === 'PUT' && query.has('uploadId')) {
        uploads.get(query.get('uploadId')!)!.set(Number(query.get('partNumber')), body);
        return answer(200, '', { etag: `"${query.get('partNumber')}"` });
      }
      if (request.method === 'PUT') {
        const isNew = request.headers['if-none-match'] === '*' || request.headers['x-goog-if-generation-match'] === '0';
        if (isNew && stored !== undefined) return failed(412, 'PreconditionFailed');
        return answer(200, '', { etag: put(path, body).etag });
      }
      if (request.method === 'POST' && query.has('uploads')) {
        const id = randomUUID();
        uploads.set(id, new Map());
        return answer(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
      }
      if (request.method === 'POST' && query.has('uploadId')) {
        const parts = [...uploads.get(query.get('uploadId')!)!].sort(([a], [b]) => a - b);
        const { etag } = put(path, Buffer.concat(parts.map(([, bytes]) => bytes)));
        return answer(200, `<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
      }
      if (request.method === 'POST' && query.has('delete')) {
        for (const [, key] of body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)) objects.delete(`${bucket}/${key}`);
        return answer(200, '<DeleteResult></DeleteResult>');
      }
      objects.delete(path);
      answer(204);
    })();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  atEnd(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as { port: number };
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    refused,
    objects,
    put: (path, bytes, encoding) => void put(path, bytes, encoding),
    before: (action) => {
      before = action;
    },
    instead: (action) => {
      instead = action;
    },
  };
}

function contentOf(
  { bytes, etag, at, generation, encoding }: Stored,
  range: string | undefined,
): [number, Buffer, Record<string, string>] {
  const headers: Record<string, string> = {
    etag,
    'last-modified': at.toUTCString(),
    'accept-ranges': 'bytes',
    'x-goog-generation': String(generation),
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  };
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range ?? '') ?? [];
  if (from === '' && to === '') return [200, bytes, headers];
  const begin = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
  headers['content-range'] = `bytes ${begin}-${end}/${bytes.length}`;
  return [206, bytes.subarray(begin, end + 1), headers];
}

const escaped = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

function listOf(objects: Map<string, Stored>, bucket: string, query: URLSearchParams, page: number): string {
  const prefix = query.get('prefix') ?? '';
  const delimiter = query.get('delimiter');
  const after = query.get('continuation-token') ?? query.get('start-after') ?? '';
  const rows = new Map<string, string>();
  for (const [path, { etag, at, bytes, generation }] of [...objects].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const key = path.slice(bucket.length + 1);
    if (!path.startsWith(`${bucket}/`) || !key.startsWith(prefix)) continue;
    const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length);
    const name = end < 0 ? key : key.slice(0, end + 1);
    if (name <= after || rows.has(name)) continue;
    rows.set(
      name,
      end < 0
        ? `<Contents><Key>${escaped(key)}</Key><LastModified>${at.toISOString()}</LastModified><ETag>${escaped(etag)}</ETag><Size>${bytes.length}</Size><Generation>${generation}</Generation><StorageClass>STANDARD</StorageClass></Contents>`
        : `<CommonPrefixes><Prefix>${escaped(name)}</Prefix></CommonPrefixes>`,
    );
  }
  const most = Math.min(page, Number(query.get('max-keys') ?? page));
  const names = [...rows.keys()].slice(0, most);
  const isCut = rows.size > most;
  const next = isCut ? `<NextContinuationToken>${escaped(names.at(-1)!)}</NextContinuationToken>` : '';
  return `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${bucket}</Name><Prefix>${escaped(prefix)}</Prefix><KeyCount>${names.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>${next}${names.map((name) => rows.get(name)).join('')}</ListBucketResult>`;
}

function isSigned(request: IncomingMessage, body: Buffer, signer: Signer): boolean {
  const given = request.headers.authorization ?? '';
  if (signer.kind === 's3') return isSignedV4(request, body, signer, given);
  const token = /^Bearer (\S+)$/.exec(given)?.[1] ?? '';
  if (signer.kind === 'bearer') return token === signer.token;
  const [head = '', claims = '', signature = ''] = token.split('.');
  const isTheirs = createVerify('RSA-SHA256')
    .update(`${head}.${claims}`)
    .verify(signer.publicKey, Buffer.from(signature, 'base64url'));
  const { iss, scope, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString() || '{}') as Record<
    string,
    unknown
  >;
  const isNow = Number(exp) * 1000 > Date.now();
  return isTheirs && isNow && iss === signer.email && String(scope).endsWith('/auth/cloud-platform');
}

const strictly = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** What the header says is signed, put together from the request as it came. */
function isSignedV4(
  { method, url, headers }: IncomingMessage,
  body: Buffer,
  { id, secret, session, region }: Extract<Signer, { kind: 's3' }>,
  given: string,
): boolean {
  const [, scope = '', names = '', signature] =
    new RegExp(`^AWS4-HMAC-SHA256 Credential=${id}/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\\w+)$`).exec(given) ??
    [];
  if (!scope.endsWith(`/${region}/s3/aws4_request`) || headers['x-amz-security-token'] !== session) return false;
  if (!names.split(';').includes('host')) return false;
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== createHash('sha256').update(body).digest('hex')) return false;
  const [path = '', search = ''] = url!.split('?');
  // Amazon signs its own spelling of the query, whatever the request's is.
  const query = [...new URLSearchParams(search)]
    .map(([name, value]) => `${strictly(name)}=${strictly(value)}`)
    .sort()
    .join('&');
  const lines = names.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, query, lines.join(''), names, hash].join('\n');
  const digest = createHash('sha256').update(canonical).digest('hex');
  const signed = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope, digest].join('\n');
  let key = Buffer.from(`AWS4${secret}`);
  for (const part of scope.split('/')) key = createHmac('sha256', key).update(part).digest();
  return createHmac('sha256', key).update(signed).digest('hex') === signature;
}
