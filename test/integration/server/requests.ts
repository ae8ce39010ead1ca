/** Requests to the HTTP API as bytes, made of its OpenAPI document: most of them nearly right, none of them to be trusted. */

import fc from '../../helpers/fastCheck.ts';
import { bytesOf, entriesOf, type Field, objectText, oddJson, oddTexts } from '../../helpers/oddInputs.ts';

export interface SentRequest {
  method: string;
  target: string;
  bytes: Buffer;
}

interface Schema {
  $ref?: string;
  properties?: Record<string, unknown>;
  required?: string[];
}

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean }[];
  requestBody?: { content: { 'application/json': { schema: Schema } } };
}

interface Route {
  method: string;
  path: string;
  query: Field[];
  /** Null where it takes none. */
  body: Field[] | null;
}

/** What only the test knows. */
export interface Known {
  dir: string;
  outside: string;
  chunkId: string;
}

/** Values that are right for a field of this name somewhere. */
function rightValues({ dir, chunkId }: Known): Readonly<Record<string, readonly unknown[]>> {
  const query = ['addItem', 'price of an apple', 'Cart.addItem', 'who changed the cart', 'how do refunds work?'];
  return {
    query,
    q: query,
    id: ['local_repo', 'local_repo', 'repo', 'example.com_a_b', 'x'],
    repo_id: ['local_repo', 'repo'],
    repos: ['*', 'repo', ['repo', 'example']],
    k: [1, 7, 50],
    n_results: [1, 50],
    budget: [100, 4000],
    related: [0, 20],
    lines: [0, 500],
    explain: [true, false],
    context: [0, 3, 500],
    diversity: [0, 0.5, 1],
    scope: ['', 'src', './src/', '..'],
    include: ['file:docs/guide.md', ['decl:src/cart.ts#Cart', 'decl:#priceOf'], 'file:../x'],
    extension: ['ts', ['py', '.go']],
    format: ['json', 'markdown', 'xml'],
    since: ['HEAD', 'main', 'HEAD~1', 'nope'],
    revision: ['HEAD', 'main', 'nope'],
    until: ['HEAD', '2 weeks', '2024-05-01', 'nope'],
    author: ['test', 'nobody'],
    pattern: ['priceOf', 'add\\w+', '(', 'Cart|price'],
    fixed: ['true', 'false'],
    word: ['true', 'false'],
    ignore_case: ['true', 'false'],
    max_per_file: [1, 5000],
    mode: ['hybrid', 'words', 'vectors'],
    path: ['src/**', ['**/*.ts', 'docs/*'], dir],
    language: ['typescript', ['python', 'go']],
    kind: ['function', ['class', 'section']],
    use_reranking: [true, false],
    file_path: ['src/cart.ts', 'src/later.ts', 'docs/guide.md'],
    force_reindex: [true, false],
    wait: ['true', 'false'],
    url: ['https://example.com/a/b', 'git@example.com:a/b.git', `file://${dir}`],
    name: ['priceOf', 'our/name'],
    branch: ['main'],
    limit: [1, 60],
    offset: [0, 3],
    start_line: [1, 2],
    end_line: [3, 4],
    chunk_id: [chunkId, 'x'],
    line: [1, 4],
  };
}

/** @throws Error for a field that no right value is known for: the document has a new one */
function routesOf({ paths, components }: ApiDocument, known: Known): Route[] {
  const right = rightValues(known);
  const fieldOf = (name: string, isNeeded: boolean, write: (value: unknown) => string): Field => {
    const values = right[name];
    if (values === undefined) throw new Error(`no right value is known for ${name}`);
    return { name, isNeeded, right: fc.constantFrom(...values).map(write) };
  };
  const bodyOf = (schema: Schema): Field[] => {
    const { properties = {}, required = [] } = components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;
    return Object.keys(properties).map((name) => fieldOf(name, required.includes(name), JSON.stringify));
  };
  const documented = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      query: parameters
        .filter((one) => one.in === 'query')
        .map(({ name, required }) => fieldOf(name, required === true, String)),
      body: requestBody === undefined ? null : bodyOf(requestBody.content['application/json'].schema),
    })),
  );
  const page = ['/', '/assets/x.js', '/openapi.json'].map((path) => ({ method: 'GET', path, query: [], body: null }));
  return [...documented, ...page];
}

/** What starts processes of Git, waits for a lock or makes a document: asked for less. */
const SLOW = /content$|stats$|index|openapi|^\/jobs\/events$/;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'get'];
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/jsonx',
  'APPLICATION/JSON ;',
  '',
  '*/*',
  'application/json, text/plain',
];
const HEADERS = [
  'authorization',
  'origin',
  'x-request-id',
  'sec-fetch-site',
  'sec-fetch-mode',
  'accept',
  'accept-encoding',
  'range',
  'if-none-match',
  'cookie',
  'x-forwarded-host',
  'content-encoding',
  'x-http-method-override',
  '__proto__',
  'constructor',
  'host',
  'upgrade',
  'te',
];

const rarely = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: seldom });

export function requests(document: ApiDocument, known: Known): fc.Arbitrary<SentRequest> {
  const odd = oddTexts([known.outside, `${known.outside}/outside.txt`, known.dir]);
  const json = oddJson([known.outside]);
  // As a caller writes it, or as no caller would: then it is no request, and is refused as such.
  const escaped = rarely(odd.map(percent), odd);
  const routes = routesOf(document, known);
  const requestTo = ({ method, path, query, body }: Route): fc.Arbitrary<SentRequest> => {
    const target = fc.tuple(
      rarely(
        pathOf(path, fc.oneof(fc.constantFrom('local_repo', 'local_repo', 'x'), escaped)),
        escaped.map((text) => `/${text}`),
      ),
      fc.tuple(entriesOf(query, odd), fc.boolean()),
    );
    const content: fc.Arbitrary<Buffer | null> =
      body === null
        ? rarely<Buffer | null>(fc.constant(null), bytesOf(json))
        : bytesOf(rarely(entriesOf(body, json).map(objectText), json));
    return fc
      .record({
        method: rarely<string>(fc.constant(method), fc.constantFrom(...METHODS)),
        target: target.map(([start, [entries, isPlus]]) => start + queryText(entries, isPlus)),
        content,
        type: rarely<string>(fc.constant('application/json'), fc.constantFrom(...TYPES)),
        host: rarely<string>(fc.constant('127.0.0.1:8643'), odd),
        headers: rarely<readonly (readonly [string, string])[]>(
          fc.constant([]),
          fc.array(fc.tuple(fc.constantFrom(...HEADERS), odd), { minLength: 1, maxLength: 3 }),
        ),
        length: rarely<string>(fc.constant('right'), fc.constantFrom('none', 'chunked', 'too small', 'no number')),
      })
      .map(requestOf);
  };
  const all = routes.map((route) => ({ weight: SLOW.test(route.path) ? 1 : 6, arbitrary: requestTo(route) }));
  return fc.oneof(...all).map(readable);
}

/** As a report shows it. */
function readable(request: SentRequest): SentRequest {
  const text = (): string => JSON.stringify(request.bytes.toString('latin1')).slice(0, 2000);
  return Object.defineProperty(request, fc.toStringMethod, { value: text });
}

interface Parts {
  method: string;
  target: string;
  content: Buffer | null;
  type: string;
  host: string;
  headers: readonly (readonly [string, string])[];
  length: string;
}

function requestOf({ method, target, content, type, host, headers, length }: Parts): SentRequest {
  const size = content?.length ?? 0;
  const framing: Readonly<Record<string, readonly string[]>> = {
    right: content === null ? [] : [`content-length: ${size}`],
    none: [],
    chunked: ['transfer-encoding: chunked'],
    'too small': [`content-length: ${size >> 1}`],
    'no number': ['content-length: 1e3'],
  };
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'connection: close',
    ...(content === null ? [] : [`content-type: ${type}`, ...framing[length]!]),
    `host: ${host}`,
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ];
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`);
  if (content === null) return { method, target, bytes: head };
  return { method, target, bytes: Buffer.concat([head, length === 'chunked' ? inChunks(content) : content]) };
}

function inChunks(content: Buffer): Buffer {
  const pieces =
    content.length === 0 ? [] : [Buffer.from(`${content.length.toString(16)}\r\n`), content, Buffer.from('\r\n')];
  return Buffer.concat([...pieces, Buffer.from('0\r\n\r\n')]);
}

function pathOf(pattern: string, value: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const parts = pattern.split('/').map((part) => (part.startsWith('{') ? value : fc.constant(part)));
  return fc.tuple(...parts).map((all) => all.join('/'));
}

function queryText(entries: readonly (readonly [string, string])[], isPlus: boolean): string {
  if (entries.length === 0) return '';
  const text = entries.map(([name, value]) => `${percent(name)}=${percent(value)}`).join('&');
  return `?${isPlus ? text.replaceAll('%20', '+') : text}`;
}

/** Byte by byte, so that halves of characters can stand in an address too. */
function percent(text: string): string {
  const isPlain = /[\w./*~-]/;
  return [...Buffer.from(text)]
    .map((byte) => {
      const letter = String.fromCharCode(byte);
      return isPlain.test(letter) ? letter : `%${byte.toString(16).padStart(2, '0')}`;
    })
    .join('');
}
