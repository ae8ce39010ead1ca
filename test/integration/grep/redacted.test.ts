/** Property: grep answers as if the files had been redacted before it was asked, whatever chose the files. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { escapeRegExp } from '../../../src/base/patterns.ts';
import { findRipgrep, type GrepOptions, grepFiles } from '../../../src/grep/grepFiles.ts';
import { searchableFiles } from '../../../src/grep/grepRepository.ts';
import { decodedText, decodeText } from '../../../src/secrets/text.ts';
import fc from '../../helpers/fastCheck.ts';
import { isSlow } from '../../helpers/slow.ts';

const engines = (await findRipgrep('/nonexistent', process.env)) === null ? ['built-in'] : ['ripgrep', 'built-in'];

const letters = (alphabet: string, length: number) =>
  fc.array(fc.constantFrom(...alphabet), { minLength: length, maxLength: length }).map((chars) => chars.join(''));
const ANY = 'ABCDERTabcdert0123456789xQ';

/** Of every kind that is masked differently: whole, short, in several spans, beyond ASCII, side by side. */
const secret = fc.oneof(
  letters(ANY, 20).map((value) => `api_key = "${value}7Zq"`),
  letters(ANY, 20).map((value) => `x = 'sk_live_${value}4fQ2'+ERROR`),
  letters(ANY, 3).map((value) => `postgres://app:${value}@db.acme.io/shop`),
  letters(`${ANY}éß☃`, 8).map((value) => `password: "aZ9!${value}"`),
  letters(`${ANY}éà`, 6).map((value) => `redis://app:q7É${value}@db.acme.io`),
  letters(ANY, 40).map(
    (value) => `-----BEGIN RSA PRIVATE KEY-----\nT\n${value}Qx9+/\n${value}\n-----END RSA PRIVATE KEY-----`,
  ),
  fc.tuple(letters(ANY, 36), letters(ANY, 20)).map(([one, two]) => `ghp_${one}sk_live_${two}q7`),
);
const plain = fc.constantFrom(
  '',
  'ERROR in READ',
  'REDACTED',
  'a CREATED b',
  'api_key',
  '"x" = \'y\'',
  'TODO: ****',
  'é ß',
);
const content = fc.array(fc.oneof(secret, plain), { minLength: 1, maxLength: 4 }).chain((lines) =>
  fc
    .constantFrom<(text: string) => Buffer>(
      (text) => Buffer.from(text),
      (text) => Buffer.from(text.replaceAll('\n', '\r\n')),
      (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
      (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
      (text) => Buffer.from(text, 'latin1'),
    )
    .map((write) => write(`${lines.join('\n')}\n`)),
);

const atom = fc.constantFrom(
  ...['R', 'RE', 'RED', 'RED\\*', 'REDACTED', 'ED', 'D', '\\*', '\\*\\*', 'T', 'TODO', 'ERROR', 'CREATED', 'DA'],
  ...['a', 'A', 'x', '7', 'Q', 'q', 'é', '\\x{fffd}', 'sk_live_', 'ghp_', ':', '@', '"', '=', '+', '/', 'api', ' '],
  ...[
    '.',
    '\\w',
    '\\W',
    '\\d',
    '\\D',
    '\\S',
    '[A-F]',
    '[a-f]',
    '[^"]',
    '[^A-Z]',
    '[*]',
    '[0-9a-z]',
    '\\p{Lu}',
    '\\P{L}',
  ],
  ...['^', '$', '\\b', '\\B', '(?i)', '(?i:red)', '(?:RED|A)', '(?:T|)'],
);
const pattern = fc
  .array(fc.tuple(atom, fc.constantFrom('', '', '', '', '*', '+', '?', '{2}', '{3,}')), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.map((part) => part.join('')).join(''));
/** Where a piece of what is shown begins, and how long it is: asked for as a text. */
const piece = fc.tuple(fc.nat(300), fc.integer({ min: 1, max: 9 }));
const options = fc.record({
  fixed: fc.constantFrom(false, false, false, true),
  word: fc.constantFrom(false, false, true),
  ignoreCase: fc.boolean(),
  before: fc.nat(1),
});

function pieceOf(text: string, [start, length]: [number, number]): string {
  return (
    Array.from(text)
      .slice(start % text.length)
      .slice(0, length)
      .join('') || 'a'
  );
}

type Answer = { hits: unknown[] } | string;

/** The hits, or what is said instead of them. */
async function grep(files: Record<string, Uint8Array>, query: string, given: Partial<GrepOptions>): Promise<Answer> {
  const root = mkdtempSync(join(tmpdir(), 'cora-redacted-'));
  try {
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes);
    }
    const about = { files: searchableFiles(root), root, paths: Object.keys(files), env: process.env };
    const { engine: _, ...result } = await grepFiles(query, { ...about, ...given });
    return result;
  } catch (error) {
    if (isCoraError(error) && error.code === 'BAD_PATTERN') return error.message;
    throw error;
  } finally {
    rmSync(root, { recursive: true });
  }
}

describe.each(engines)('%s', (engine) => {
  test('answers as if the files held no secret', async () => {
    let hits = 0;
    let masked = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(fc.constantFrom('a.txt', 'd/b.md'), content, { minKeys: 1 }),
        fc.oneof(pattern, piece),
        options,
        async (files, asked, given) => {
          const redacted = Object.entries(files).map(([path, bytes]) => [path, Buffer.from(decodeText(bytes)!.bytes)]);
          const lines = redacted.flatMap(([, bytes]) => decodedText(bytes as Buffer)!.split('\n'));
          const query = typeof asked === 'string' ? asked : escapeRegExp(pieceOf(lines.join(' '), asked));
          const how = { ...given, engine: engine === 'ripgrep' ? ('auto' as const) : ('built-in' as const) };
          const answer = await grep(files, query, how);
          // Redacted, and searched as it is: nothing is narrowed, nothing is written over.
          const wanted = await grep(Object.fromEntries(redacted), query, {
            ...given,
            engine: 'built-in',
            unredacted: true,
          });
          expect(answer).toEqual(wanted);
          if (typeof answer === 'string') return;
          hits += answer.hits.length;
          if (JSON.stringify(answer.hits).includes('*')) masked += 1;
        },
      ),
      { numRuns: Number(process.env['CORA_FUZZ_RUNS'] ?? (isSlow ? 400 : 100)) },
    );
    expect(hits).toBeGreaterThan(isSlow ? 100 : 25);
    expect(masked).toBeGreaterThan(isSlow ? 50 : 12);
  });
});
