/**
 * Checks the arguments with which a program calls the library: one without types gets a sentence
 * about its call, and no error of Node from far inside.
 */

import { CoraError } from '../base/errors.ts';
import { quoted } from '../base/renderText.ts';

const FORMATS: readonly unknown[] = ['json', 'jsonl', 'markdown', 'xml'];

/** By what an argument holds: how it is named, and the check. */
const KINDS = {
  text: ['a text', (value) => typeof value === 'string'],
  list: ['a list of texts', (value) => Array.isArray(value) && value.every((one) => typeof one === 'string')],
  flag: ['true or false', (value) => typeof value === 'boolean'],
  line: ['a whole number of at least 1', (value) => Number.isSafeInteger(value) && (value as number) >= 1],
  signal: ['an AbortSignal', isSignal],
  function: ['a function', (value) => typeof value === 'function'],
  object: ['an object', isObject],
  log: [
    'an object with info, warn and debug',
    (value) => isObject(value) && ['info', 'warn', 'debug'].every((name) => typeof value[name] === 'function'),
  ],
  watching: ['an object with a signal', (value) => isObject(value) && isSignal(value['signal'])],
  answer: ['the answer of a query', (value) => isObject(value) && Array.isArray(value['results'])],
  format: [`one of ${FORMATS.join(', ')}`, (value) => FORMATS.includes(value)],
} as const satisfies Readonly<Record<string, readonly [wanted: string, fits: (value: unknown) => boolean]>>;

type Kind = keyof typeof KINDS;

type Fields = Readonly<Record<string, Kind>>;

/** An argument that may be left out ends with `?`. Its fields always may. */
type Argument = readonly [name: string, kind: Kind, fields?: Fields];

const RUN: Fields = { signal: 'signal', onProgress: 'function' };
const REVISION: Fields = { rev: 'text' };
const FILTERS: Fields = { paths: 'list', languages: 'list', kinds: 'list', extensions: 'list', scope: 'text' };
const WATCH: Fields = { ...RUN, onReady: 'function', onRefresh: 'function', onError: 'function' };
const OPEN: Argument = ['request?', 'object', { settings: 'object', env: 'object', log: 'log' }];

const CALLS = {
  openCora: [['dir?', 'text'], OPEN],
  openIndex: [['place', 'text'], OPEN],
  query: [
    ['text', 'text'],
    ['request?', 'object', { ...FILTERS, signal: 'signal', explain: 'flag', elide: 'flag', weights: 'object' }],
  ],
  definitions: [['name', 'text']],
  references: [['name', 'text']],
  index: [['request?', 'object', { ...RUN, ...REVISION, full: 'flag', dryRun: 'flag' }]],
  pull: [
    ['source?', 'text'],
    ['request?', 'object', { ...RUN, signer: 'text', bundle: 'text', trustRoot: 'text' }],
  ],
  pack: [
    ['file?', 'text'],
    ['request?', 'object', { text: 'flag', search: 'flag' }],
  ],
  watch: [['callbacks', 'watching', WATCH]],
  commits: [
    ['words?', 'text'],
    ['request?', 'object', { limit: 'line' }],
  ],
  listTrackedFiles: [['request?', 'object', REVISION]],
  changedFilesSince: [
    ['since', 'text'],
    ['request?', 'object', REVISION],
  ],
  readFile: [
    ['path', 'text'],
    ['request?', 'object', { ...REVISION, startLine: 'line', endLine: 'line' }],
  ],
  chunksOf: [
    ['path', 'text'],
    ['request?', 'object', REVISION],
  ],
  renderResult: [
    ['result', 'answer'],
    ['format', 'format'],
    ['options?', 'object', { budget: 'line' }],
  ],
} as const satisfies Readonly<Record<string, readonly Argument[]>>;

type Call = keyof typeof CALLS;

/**
 * Returns the arguments. Null, which a program may have for nothing, is left out of them.
 * @throws CoraError USAGE that names the argument or the field that does not fit
 */
export function checkCall<const T extends readonly unknown[]>(call: Call, given: T): T {
  const known: readonly Argument[] = CALLS[call];
  const checked = known.map(([name, kind, fields = {}], at) => {
    const what = `${call}: ${name.replace('?', '')}`;
    const value = given[at];
    if (name.endsWith('?') && (value === undefined || value === null)) return undefined;
    mustBe(kind, value, what);
    return isObject(value) ? withoutNulls(value, fields, what) : value;
  });
  return [...checked, ...given.slice(checked.length)] as unknown as T;
}

function withoutNulls(held: Record<string, unknown>, fields: Fields, what: string): Record<string, unknown> {
  const empty = Object.keys(fields).filter((name) => held[name] === null);
  for (const [name, kind] of Object.entries(fields))
    if (held[name] !== undefined && held[name] !== null) mustBe(kind, held[name], `${what}.${name}`);
  // A request with methods of its class stays what it is.
  return empty.length === 0 ? held : { ...held, ...Object.fromEntries(empty.map((name) => [name, undefined])) };
}

function mustBe(kind: Kind, value: unknown, what: string): void {
  const [wanted, fits] = KINDS[kind];
  if (fits(value)) return;
  throw new CoraError('USAGE', `${what} must be ${wanted}, not ${quoted(value)}.`, {
    hint: 'docs/api.md shows the calls of the library',
  });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** By its parts: a program may have its signal from another realm. */
function isSignal(value: unknown): boolean {
  return isObject(value) && typeof value['aborted'] === 'boolean' && typeof value['addEventListener'] === 'function';
}

/** Returns the methods, each of which checks its arguments first. */
export function checkedCalls<T extends object>(methods: T): T {
  const wrapped = Object.entries(methods).map(([name, method]) => {
    if (typeof method !== 'function' || !Object.hasOwn(CALLS, name)) return [name, method];
    return [name, async (...given: unknown[]) => method(...checkCall(name as Call, given))];
  });
  return Object.fromEntries(wrapped) as T;
}
