/** Messages to an MCP server as text: every method, every tool with arguments nearly right or not, and what is no message at all. */

import fc from '../../helpers/fastCheck.ts';
import { entriesOf, type Field, objectText, oddJson, oddTexts } from '../../helpers/oddInputs.ts';

/** As tools/list says. */
export interface ListedTool {
  name: string;
  inputSchema: { properties: Record<string, unknown>; required?: string[] };
}

export interface SentMessage {
  method: string;
  /** @param id of a request. @returns the line */
  write(id: number): string;
  /** It is a request like any other: it gets an answer. */
  isRequest: boolean;
}

/** As a report shows it. */
function readable(message: SentMessage): SentMessage {
  const text = (): string => message.write(0).slice(0, 2000);
  return Object.defineProperty(message, fc.toStringMethod, { value: text });
}

const RIGHT: Readonly<Record<string, readonly unknown[]>> = {
  query: ['addItem', 'price of an apple', 'who changed the cart', 'how do refunds work?'],
  k: [1, 20],
  path: ['src/cart.ts', 'src/later.ts', 'src/**', ['**/*.ts', 'docs/*'], 'src/cart.ts:3'],
  language: ['typescript', ['python', 'go']],
  kind: ['function', ['class', 'section'], 'call'],
  extension: ['ts', ['md', 'py']],
  repository: ['repo', 're', '*'],
  include: ['file:docs/guide.md', 'decl:#Cart', ['decl:src/cart.ts#Cart']],
  budget: [300, 4000],
  format: ['markdown', 'xml', 'json'],
  pattern: ['addItem', 'price\\w+', '(a|b)+c', '.*'],
  fixed: [true, false],
  ignoreCase: [true, false],
  word: [true, false],
  context: [0, 3],
  maxPerFile: [1, 5],
  lines: ['1-3', '2-', '1', '4 - 9'],
  revision: ['HEAD', 'main'],
  since: ['HEAD', 'main', 'nope'],
  name: ['priceOf', 'Cart.addItem', 'Nothing'],
  direction: ['mentions', 'callers', 'callees'],
  depth: [1, 3],
  chunkId: ['0123456789abcdef'],
  line: [1, 4],
};

/** What 2026-07-28 asks of each request; those of 2025 know no such thing. */
export const ENVELOPE =
  '{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},"cora/structured":true}';

/** Tools that start processes of Git: called less. */
const SLOW = new Set(['read', 'grep', 'status']);
const REQUESTS = [
  'ping',
  'initialize',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'resources/subscribe',
  'prompts/list',
  'completion/complete',
  'logging/setLevel',
  'server/discover',
  'subscriptions/listen',
  'tasks/list',
  'tasks/get',
  'roots/list',
  'sampling/createMessage',
  '__proto__',
  'toString',
  '',
];
const NOTIFICATIONS = [
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/roots/list_changed',
  'notifications/message',
  'notifications/x',
];
const PARAMS = [
  'cursor',
  'requestId',
  'progressToken',
  'level',
  'ref',
  'argument',
  'uri',
  'name',
  'protocolVersion',
  'capabilities',
  'clientInfo',
];

const rarely = <T>(usual: fc.Arbitrary<T>, seldom: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 15, arbitrary: usual }, { weight: 1, arbitrary: seldom });

/** @param isModern whether each request needs the envelope of 2026-07-28 */
export function messages(tools: readonly ListedTool[], outside: string, isModern: boolean): fc.Arbitrary<SentMessage> {
  const texts = oddTexts([outside, `${outside}/outside.txt`]);
  const json = oddJson([outside, `${outside}/outside.txt`]);
  const whole = (params: string): string => (isModern ? withEntry(params, '_meta', ENVELOPE) : params);
  const withMeta = (params: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.tuple(params, json).map(([text, own]) => withEntry(text, '_meta', own));
  const params = fc
    .dictionary(fc.constantFrom(...PARAMS), json, { maxKeys: 3 })
    .map((all) => objectText(Object.entries(all)));
  const uri = fc.oneof(
    fc.constantFrom('cora://map', 'cora://map?repository=repo'),
    texts.map((text) => `cora://map?repository=${text}`),
    texts.map((text) => `cora://map?repository=${encoded(text)}`),
    texts,
  );
  const calls = [
    fc
      .oneof(...tools.map((tool) => ({ weight: SLOW.has(tool.name) ? 1 : 4, arbitrary: callOf(tool, json) })))
      .map((text) => ['tools/call', text] as const),
    uri.map((text) => ['resources/read', `{"uri":${JSON.stringify(text)}}`] as const),
    fc
      .tuple(
        fc.constantFrom('explain', 'impact', 'precedent', 'none'),
        fc.constantFrom('question', 'name', 'task'),
        json,
      )
      .map(([name, key, value]) => ['prompts/get', `{"name":"${name}","arguments":{"${key}":${value}}}`] as const),
    fc.tuple(fc.constantFrom(...REQUESTS), params),
  ] as const;
  const usual = fc.oneof(
    { weight: 12, arbitrary: calls[0] },
    { weight: 2, arbitrary: calls[1] },
    { weight: 1, arbitrary: calls[2] },
    { weight: 3, arbitrary: calls[3] },
  );
  /** Parameters that are not the method's, or what they come with. */
  const odd = fc.oneof(
    json.map((params) => ({ params })),
    json.map((meta) => ({ meta })),
  );
  const request = fc
    .tuple(usual, rarely<{ params?: string; meta?: string } | null>(fc.constant(null), odd))
    .map(([[method, text], other]): SentMessage => {
      const own = other?.params ?? (other?.meta === undefined ? whole(text) : withEntry(text, '_meta', other.meta));
      return { method, isRequest: other === null, write: (id) => written(String(id), method, own) };
    });
  const notification = fc
    .tuple(fc.constantFrom(...NOTIFICATIONS, 'tools/call', 'ping'), rarely(withMeta(params), json))
    .map(
      ([method, text]): SentMessage => ({
        method,
        isRequest: false,
        write: () => `{"jsonrpc":"2.0","method":"${method}","params":${text}}`,
      }),
    );
  const any = fc.oneof(
    { weight: 16, arbitrary: request },
    { weight: 2, arbitrary: notification },
    { weight: 2, arbitrary: shapes(request, json) },
  );
  return any.map(readable);
}

function callOf({ name, inputSchema }: ListedTool, json: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const { properties, required = [] } = inputSchema;
  const fields = Object.keys(properties).map((field): Field => {
    const values = RIGHT[field];
    if (values === undefined) throw new Error(`no right value is known for ${field} of ${name}`);
    return {
      name: field,
      isNeeded: required.includes(field),
      right: fc.constantFrom(...values).map((value) => JSON.stringify(value)),
    };
  });
  const args = rarely(entriesOf(fields, json).map(objectText), json);
  return args.map((text) => `{"name":"${name}","arguments":${text}}`);
}

/** Requests with ids and versions that are none, answers that nobody asked for, batches, what is no message, what is no JSON. */
function shapes(request: fc.Arbitrary<SentMessage>, json: fc.Arbitrary<string>): fc.Arbitrary<SentMessage> {
  const line = request.map(({ write }) => write(7));
  const text = fc.oneof(
    fc.tuple(line, json).map(([whole, id]) => whole.replace('"id":7', () => `"id":${id}`)),
    fc.tuple(line, json).map(([whole, version]) => whole.replace('"jsonrpc":"2.0"', () => `"jsonrpc":${version}`)),
    fc.tuple(json, json).map(([id, result]) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`),
    fc.tuple(json, json).map(([id, error]) => `{"jsonrpc":"2.0","id":${id},"error":${error}}`),
    fc.array(line, { maxLength: 3 }).map((all) => `[${all.join(',')}]`),
    line.map((whole) => whole.slice(0, whole.length >> 1)),
    json,
  );
  return text.map((whole) => ({ method: '', isRequest: false, write: () => whole }));
}

function written(id: string, method: string, params: string): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":${params}}`;
}

/** @param object text of one */
export function withEntry(object: string, name: string, value: string): string {
  return `${object.slice(0, -1)}${object === '{}' ? '' : ','}"${name}":${value}}`;
}

function encoded(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}
