/**
 * What nobody should send, as the text that is sent: values of other types, numbers that no double holds, keys that come twice or
 * mean a prototype, arrays in arrays in arrays. JSON.stringify could not write most of it.
 */

import fc from './fastCheck.ts';
import { GUARDED_PATHS } from './guardedRepo.ts';

const TEXTS = [
  ...['', ' ', '\0', 'a\0b', '\n', '\r\n', '\u001b[31m', '\u202e', '\ud800', '\udfff', '😀', '\ufeff', '％', '\u2028'],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'null',
    'undefined',
    'NaN',
    'true',
    '-1',
    '0x10',
    '1e9',
  ],
  ...[
    "' OR 1=1 --",
    "x') OR (true",
    '${x}',
    '{{x}}',
    '%s%n',
    '$(touch x)',
    '`x`',
    '; x',
    '--help',
    '-k',
    '@{0}',
    ':(top)*',
    'HEAD~1',
  ],
  ...[
    '*',
    '**',
    '[',
    '[!',
    '{a,b',
    '(?:a+)+b',
    '(a',
    '\\',
    '^$',
    '.*',
    '<img src=x onerror=alert(1)>',
    '</cora:chunk>',
    '```',
    '%',
    '%zz',
    '%ff',
    '%00',
  ],
  ...[
    'file://',
    'file:///etc/passwd',
    'https://example.com/a/b',
    'cora://file/../x',
    'C:\\x',
    '//host/share',
    '~',
    '~root',
  ],
  ...GUARDED_PATHS,
];

/** @param more texts that only the test knows, such as an absolute path */
export function oddTexts(more: readonly string[] = []): fc.Arbitrary<string> {
  const known = fc.constantFrom(...TEXTS, ...more);
  return fc.oneof(
    { weight: 5, arbitrary: known },
    { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
    { weight: 2, arbitrary: fc.array(known, { minLength: 2, maxLength: 4 }).map((all) => all.join('/')) },
    { weight: 1, arbitrary: fc.tuple(known, fc.constantFrom(300, 1500)).map(([text, times]) => text.repeat(times)) },
  );
}

const VALUES = [
  ...[
    'null',
    'true',
    'false',
    '0',
    '-0',
    '-1',
    '1',
    '0.5',
    '1e400',
    '-1e400',
    '1e308',
    '9007199254740993',
    `1${'0'.repeat(400)}`,
  ],
  ...['""', '[]', '{}', '[null]', '[[]]', '[{}]', '["",""]', '{"":""}', '"__proto__"', '{"toString":1,"valueOf":null}'],
  ...[
    '{"__proto__":{"polluted":true}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"length":1e9}',
    '{"then":1}',
  ],
];

const nested = fc
  .tuple(fc.constantFrom(['[', ']'], ['{"a":', '}'], ['[[],', ']']), fc.constantFrom(50, 5000))
  .map(([[open, close], deep]) => `${open!.repeat(deep)}1${close!.repeat(deep)}`);

/** JSON of any kind, as text. */
export function oddJson(more: readonly string[] = []): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...VALUES) },
    { weight: 6, arbitrary: oddTexts(more).map((text) => JSON.stringify(text)) },
    { weight: 2, arbitrary: fc.array(oddTexts(more), { maxLength: 4 }).map((all) => JSON.stringify(all)) },
    { weight: 2, arbitrary: fc.json({ maxDepth: 3 }) },
    { weight: 1, arbitrary: nested },
  );
}

export interface Field {
  name: string;
  /** As it should be: what is written for it. */
  right: fc.Arbitrary<string>;
  isNeeded: boolean;
}

const STRANGERS = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'then',
  'lenght',
  'querry',
  '',
  'a[]',
  'a.b',
  '\0',
];

/**
 * Names and values of the fields: about every other time all of them are right; else some are odd, missing, there twice or strange.
 * @param odd what is written in the place of a right value
 */
export function entriesOf(
  fields: readonly Field[],
  odd: fc.Arbitrary<string>,
): fc.Arbitrary<(readonly [string, string])[]> {
  const all = fields.map(({ name, right, isNeeded }) =>
    fc.oneof(
      { weight: 14, arbitrary: right.map((value) => [[name, value] as const]) },
      { weight: isNeeded ? 1 : 20, arbitrary: fc.constant([]) },
      { weight: 2, arbitrary: odd.map((value) => [[name, value] as const]) },
      { weight: 1, arbitrary: fc.tuple(right, odd).map((both) => both.map((value) => [name, value] as const)) },
    ),
  );
  const stranger = fc.oneof(
    { weight: 14, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.tuple(fc.constantFrom(...STRANGERS), odd).map((one) => [one as readonly [string, string]]),
    },
  );
  return fc.tuple(...all, stranger).map((found) => found.flat());
}

/** An object of these entries. */
export function objectText(entries: readonly (readonly [string, string])[]): string {
  return `{${entries.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}

/** Bytes of a text: as UTF-8 as a rule; else cut, with bytes that are none, as UTF-16, or behind a mark. */
export function bytesOf(text: fc.Arbitrary<string>): fc.Arbitrary<Buffer> {
  return fc
    .tuple(text, fc.nat(30), fc.nat(10_000), fc.uint8Array({ minLength: 1, maxLength: 4 }))
    .map(([whole, how, where, junk]) => {
      const bytes = Buffer.from(whole);
      const at = where % (bytes.length + 1);
      if (how === 0) return bytes.subarray(0, at);
      if (how === 1) return Buffer.concat([bytes.subarray(0, at), junk, bytes.subarray(at)]);
      if (how === 2) return Buffer.from(whole, 'utf16le');
      if (how === 3) return Buffer.from(`\ufeff${whole}`);
      if (how === 4) return Buffer.concat([bytes, Buffer.from('}')]);
      return bytes;
    });
}
