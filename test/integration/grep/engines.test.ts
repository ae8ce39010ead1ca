/** Properties: the two engines give the same hits, and both give the lines that ripgrep gives when it is asked directly. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { findRipgrep, type GrepOptions, grepFiles } from '../../../src/grep/grepFiles.ts';
import { searchableFiles } from '../../../src/grep/grepRepository.ts';
import fc, { someOf } from '../../helpers/fastCheck.ts';

const ripgrep = await findRipgrep('/nonexistent', process.env);
const NOT_RUN = 'NOT RUN, since ripgrep is not installed: ';

const atom = fc.constantFrom(
  ...[
    'a',
    'b',
    'K',
    'é',
    's',
    'ß',
    '😀',
    ' ',
    '.',
    '^',
    '$',
    '\\b',
    '\\B',
    '\\w',
    '\\W',
    '\\s',
    '\\S',
    '\\d',
    '\\D',
    '\\.',
    '\\r',
    '\\x{fffd}',
  ],
  ...[
    '[ab]',
    '[^a]',
    '[^a-z]',
    '[[:alpha:]]',
    '[^\\s]',
    '\\p{L}',
    '\\P{L}',
    '\\p{Lu}',
    '\\P{Lu}',
    '[^\\W\\d]',
    '[^\\w.]',
    '[[:^alpha:]]',
    '[\\W_]',
    '(?i)',
    '(?i:k)',
    '|',
    '()',
    '\\z',
  ],
);
const pattern = fc
  .array(
    fc.tuple(
      atom,
      fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,3}', '*?'),
      fc.constantFrom('', '', '', '', '', '', '(', ')', '|'),
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => parts.map((part) => part.join('')).join(''));

const line = fc.array(
  fc.constantFrom(
    'a',
    'b',
    'k',
    'K',
    '\u212a',
    'é',
    'É',
    's',
    'ſ',
    'ß',
    '😀',
    ' ',
    '.',
    '_',
    '1',
    '\t',
    '\r',
    '\u2028',
    '\ufffd',
  ),
  { maxLength: 6 },
);
const text = fc.array(fc.tuple(line, fc.constantFrom('\n', '\n', '\r\n')), { maxLength: 4 }).chain((lines) =>
  fc.boolean().map((open) =>
    lines
      .map(([chars, end]) => chars.join('') + end)
      .join('')
      .slice(0, open ? -1 : undefined),
  ),
);
const content = fc.oneof(
  { weight: 6, arbitrary: text.map((value) => Buffer.from(value)) },
  { weight: 1, arbitrary: text.map((value) => Buffer.from(`\ufeff${value}`)) },
  { weight: 1, arbitrary: text.map((value) => Buffer.from(`\ufeff${value}`, 'utf16le')) },
  { weight: 1, arbitrary: text.map((value) => Buffer.from(`\ufeff${value}`, 'utf16le').swap16()) },
  { weight: 1, arbitrary: text.map((value) => Buffer.from(`${value}\0${value}`)) },
  {
    weight: 2,
    arbitrary: fc
      .array(fc.constantFrom(0x61, 0x62, 0x20, 0x0a, 0x0d, 0xc3, 0xa9, 0xff, 0xf0, 0x9f, 0x98, 0x80, 0xed, 0xa0), {
        maxLength: 12,
      })
      .map((bytes) => Buffer.from(bytes)),
  },
);
const tree = fc.dictionary(fc.constantFrom('a.txt', 'b.ts', '-x', 'd/c.ts', 'd/e.txt', 'f\ng', '.h'), content, {
  maxKeys: 5,
});
const options = fc.record({
  fixed: fc.constantFrom(false, false, false, true),
  word: fc.constantFrom(false, false, true),
  ignoreCase: fc.boolean(),
  before: fc.nat(2),
  after: fc.nat(2),
  maxPerFile: fc.constantFrom(1, 2, 100),
  maxTotal: fc.constantFrom(2, 100),
});

async function inTree<T>(files: Record<string, Uint8Array>, use: (root: string) => Promise<T>): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'cora-engines-'));
  try {
    for (const [path, bytes] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes);
    }
    return await use(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

/** The hits, or what is said instead of them. */
async function outcome(query: string, given: Omit<GrepOptions, 'files'>): Promise<unknown> {
  try {
    const { engine: _, ...result } = await grepFiles(query, { files: searchableFiles(given.root), ...given });
    return result;
  } catch (error) {
    if (isCoraError(error) && error.code === 'BAD_PATTERN') return error.message;
    throw error;
  }
}

const SAME_ANSWER = 'with and without ripgrep the answer is the same';
if (ripgrep !== null)
  test(SAME_ANSWER, async () => {
    let hits = 0;
    await fc.assert(
      fc.asyncProperty(tree, pattern, options, async (files, query, given) => {
        await inTree(files, async (root) => {
          const all = { root, paths: Object.keys(files), env: process.env, ...given };
          const [narrowed, plain] = await Promise.all([
            outcome(query, all),
            outcome(query, { ...all, engine: 'built-in' }),
          ]);
          expect(narrowed).toEqual(plain);
          if (typeof plain === 'object') hits += (plain as { hits: unknown[] }).hits.length;
        });
      }),
      { numRuns: someOf(300) },
    );
    expect(hits).toBeGreaterThan(someOf(50));
  });

const asciiText = fc
  .array(fc.stringMatching(/^[ab .1_K-]{0,6}$/), { maxLength: 5 })
  .map((lines) => lines.map((value) => `${value}\n`).join(''));
const asciiTree = fc.dictionary(fc.constantFrom('a.txt', 'b.ts', 'd/c.ts'), asciiText, { minKeys: 1, maxKeys: 3 });

const SAME_LINES = 'the lines and columns are those that ripgrep itself prints';
if (ripgrep !== null)
  test(SAME_LINES, async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(asciiTree, pattern, fc.boolean(), async (files, query, insensitive) => {
        await inTree(
          Object.fromEntries(Object.entries(files).map(([path, value]) => [path, Buffer.from(value)])),
          async (root) => {
            const ours = await outcome(query, {
              root,
              paths: Object.keys(files),
              env: process.env,
              ignoreCase: insensitive,
            });
            if (typeof ours === 'string') return;
            const flags = ['--no-config', '--json', '--sort=path', ...(insensitive ? ['-i'] : [])];
            const theirs = askRipgrep(root, [...flags, '-e', query, ...Object.keys(files).map((path) => `./${path}`)]);
            if (theirs === null) return;
            compared += theirs.length;
            expect(
              (ours as { hits: { path: string; line: number; column: number }[] }).hits.map((hit) => [
                hit.path,
                hit.line,
                hit.column,
              ]),
            ).toEqual(theirs);
          },
        );
      }),
      { numRuns: someOf(200) },
    );
    expect(compared).toBeGreaterThan(someOf(50));
  });

/** [path, line, column] of each line that matches, null where ripgrep refuses the pattern. */
function askRipgrep(root: string, args: string[]): [string, number, number][] | null {
  let output: string;
  try {
    output = execFileSync(ripgrep!, args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  } catch (error) {
    const failure = error as { status: number; stdout: string };
    if (failure.status === 2) return null;
    output = failure.stdout;
  }
  const messages = output
    .trim()
    .split('\n')
    .filter(Boolean)
    .map((row) => JSON.parse(row));
  const rows = messages
    .filter((message) => message.type === 'match')
    .map((message): [string, number, number] => {
      const column = (message.data.submatches[0]?.start ?? 0) + 1;
      return [message.data.path.text.slice(2), message.data.line_number, column];
    });
  return rows.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
}

if (ripgrep === null) {
  test.each([SAME_ANSWER, SAME_LINES].map((name) => NOT_RUN + name))('%s', async () => {
    await inTree({ 'a.txt': Buffer.from('x') }, async (root) => {
      const answer = await grepFiles('x', { files: searchableFiles(root), root, paths: ['a.txt'], env: process.env });
      expect(answer).toMatchObject({ engine: 'built-in', hits: [{ path: 'a.txt' }] });
    });
  });
}
