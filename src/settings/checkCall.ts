/**
 * Checks the arguments with which a program calls the library: one without types gets a sentence
 * about its call, and no error of Node from far inside.
 */

import { isObject } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { quoted } from '../base/renderText.ts';
import { RESULT_FORMATS, type ResultFormat } from '../base/searchTypes.ts';

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
  /** Another check reads it. */
  any: ['anything', () => true],
  format: [`one of ${RESULT_FORMATS.join(', ')}`, (value) => RESULT_FORMATS.includes(value as ResultFormat)],
} as const satisfies Readonly<Record<string, readonly [wanted: string, fits: (value: unknown) => boolean]>>;

type Kind = keyof typeof KINDS;

/** The fields of a request, each of which is checked: the compiler asks for those that are new. */
export type RequestFields<T> = { readonly [K in keyof Required<T>]: Kind };

/** An argument that may be left out ends with `?`. Its fields always may. */
export type Argument = readonly [name: string, kind: Kind, fields?: Readonly<Record<string, Kind>>];

/** The last argument of most calls, which may be left out. */
export function requestOf<T>(fields: RequestFields<T>): Argument {
  return ['request?', 'object', fields];
}

/**
 * Returns the arguments. Null, which a program may have for nothing, is left out of them.
 * @throws CoraError USAGE that names the argument or the field that does not fit or is not known
 */
export function checkCall<const T extends readonly unknown[]>(call: string, known: readonly Argument[], given: T): T {
  const checked = known.map(([name, kind, fields], at) => {
    const what = `${call}: ${name.replace('?', '')}`;
    const value = given[at];
    if (name.endsWith('?') && (value === undefined || value === null)) return undefined;
    mustBe(kind, value, what);
    return fields !== undefined && isObject(value) ? withoutNulls(value, fields, what) : value;
  });
  return [...checked, ...given.slice(checked.length)] as unknown as T;
}

function withoutNulls(
  held: Record<string, unknown>,
  fields: Readonly<Record<string, Kind>>,
  what: string,
): Record<string, unknown> {
  mustBeKnown(held, Object.keys(fields), what);
  const empty = Object.keys(fields).filter((name) => held[name] === null);
  for (const [name, kind] of Object.entries(fields))
    if (held[name] !== undefined && held[name] !== null) mustBe(kind, held[name], `${what}.${name}`);
  // A request with methods of its class stays what it is.
  return empty.length === 0 ? held : { ...held, ...Object.fromEntries(empty.map((name) => [name, undefined])) };
}

/** An object of a class may have more fields than what is asked of it. */
function mustBeKnown(held: Record<string, unknown>, known: readonly string[], what: string): void {
  if (![Object.prototype, null].includes(Object.getPrototypeOf(held))) return;
  const unknown = Object.keys(held).find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  throw new CoraError('USAGE', `${what} has no field ${quoted(unknown)}.`, {
    hint: near === undefined ? `Its fields: ${known.join(', ')}` : `Did you mean "${near}"?`,
  });
}

function mustBe(kind: Kind, value: unknown, what: string): void {
  const [wanted, fits] = KINDS[kind];
  if (fits(value)) return;
  throw new CoraError('USAGE', `${what} must be ${wanted}, not ${quoted(value)}.`, {
    hint: 'docs/api.md shows the calls of the library',
  });
}

/** By its parts: a program may have its signal from another realm. */
function isSignal(value: unknown): boolean {
  return isObject(value) && typeof value['aborted'] === 'boolean' && typeof value['addEventListener'] === 'function';
}

/** Returns the methods, each of which checks its arguments first. */
export function checkedCalls<T extends object>(methods: T, calls: Readonly<Record<string, readonly Argument[]>>): T {
  const wrapped = Object.entries(methods).map(([name, method]) => {
    const known = Object.hasOwn(calls, name) ? calls[name] : undefined;
    if (typeof method !== 'function' || known === undefined) return [name, method];
    return [name, async (...given: unknown[]) => method(...checkCall(name, known, given))];
  });
  return Object.fromEntries(wrapped) as T;
}
