/**
 * Files made to be expensive, in every language: brackets that never close, a hundred thousand tiny definitions, one line of a
 * megabyte, YAML that multiplies. Each ends in chunks that hold every line; a parser that gives up says so. No clock is read: what
 * grows with the square of a file runs into the limit of a test. CORA_FUZZ_RUNS=1 takes files ten times as large:
 *
 *   CORA_FUZZ_RUNS=1 npx vitest run --project alone test/unit/chunk/pathological.test.ts --testTimeout 3600000
 */

import { describe, expect, it } from 'vitest';
import { chunkBlob } from '../../../src/chunk/chunkBlob.ts';
import { languageNames } from '../../../src/languages/languages.ts';
import { isSlow, quick, shareOf, slow } from '../../helpers/slow.ts';

const isLarge = process.env['CORA_FUZZ_RUNS'] !== undefined;
const SIZE = isLarge ? 400_000 : 6_000;
const times = (unit: string, size = SIZE): string => unit.repeat(Math.ceil(size / unit.length));

/** Much of what they cost grows with the square: the short form of `npm test` has a third of their size. */
const SHAPES = shapesOf(isSlow || isLarge ? SIZE : SIZE / 3);

function shapesOf(size: number): Record<string, string> {
  return {
    'open brackets': times('(', size),
    'open brackets of all kinds': times('([{<', size),
    'nested brackets': times('[', size / 2) + times(']', size / 2),
    'nested braces, a line each': times('{\n', size / 2) + times('}\n', size / 2),
    'closing braces': times('}\n', size),
    commas: times(',', size),
    'names without operators': times('a::', size),
    'quotes that never close': times('"\'', size),
    'comments in comments': times('/* (* {- <!-- ', size),
    'tags that never close': times('<a>', size),
    'links that never close': times('![a]([[', size),
    'spaces and dashes': times('\t-- - ', size),
    'one long line': `x = "${times('a b.c(d) ', size)}"`,
    'tiny definitions': times('def f(): pass\nfunction g(){}\nclass C{}\n', size),
    'indentation that grows': Array.from({ length: Math.sqrt(size * 2) }, (_, at) => `${' '.repeat(at)}if x:`).join(
      '\n',
    ),
    'conditional parts that cut': times('#if a /* (\n{\n#else\n', size / 2) + times('#endif\n', size / 2),
    'conditional parts without an end': `(${times('#if /*\n', size)}`,
    'headings and fences': times('# a\n```\n~~~\n> - 1. ## b\n', size),
  };
}

async function mustHold(content: string, language: string): Promise<string | null> {
  const found = await chunkBlob(Buffer.from(content), language);
  const covered = new Set<number>();
  for (const { startLine, endLine } of found!.chunks)
    for (let line = startLine; line <= endLine; line++) covered.add(line);
  const lost = content.split('\n').filter((line, at) => line.trim() !== '' && !covered.has(at + 1));
  expect(lost).toEqual([]);
  return found!.note;
}

describe('every language', () => {
  it.each(isSlow ? languageNames() : shareOf(languageNames(), 24))(
    'reads %s to its end, whatever stands in it',
    async (language) => {
      for (const [name, content] of Object.entries(SHAPES)) {
        const note = await mustHold(content, language);
        if (note !== null) expect(note, name).toMatch(/^not parsed: /);
      }
    },
    120_000,
  );
});

describe('a file made for its parser', () => {
  const made = [
    ['(', 'elixir'],
    ['$0', 'python'],
    ['}\n', 'lua'],
    // Their grammars copy the list of open tags for each token.
    ['<a ', 'html'],
    ['<a>\n', 'vue'],
  ] as const;
  it.each(shareOf(made, 5))(
    'of half a megabyte, written as %j in %s, is given up',
    async (unit, language) => {
      expect(await mustHold(times(unit, 500_000), language)).toMatch(/^not parsed: the parser understands too little/);
    },
    120_000,
  );
});

slow.describe('two hundred thousand comments on one line', () => {
  it.each([
    ['from its beginning', times('/**/', 900_000)],
    ['behind half a megabyte of blanks', ' '.repeat(450_000) + times('/**/', 450_000)],
  ])('%s', async (_, content) => {
    expect(await mustHold(content, 'javascript')).toBeNull();
  });
});

describe('definitions in one another', () => {
  const nested: [string, string][] = [
    ['javascript', times('function a(){', 200_000) + times('}', 200_000 / 13)],
    ['javascript', times('function a(){\n', 200_000) + times('}\n', 200_000 / 13)],
    ['java', times('class A {', 100_000) + times('}', 100_000 / 9)],
    ['python', Array.from({ length: 700 }, (_, at) => `${' '.repeat(at)}class A${at}:`).join('\n')],
  ];
  it.each(shareOf(nested, 4, 2))(
    'as deep as %s allows',
    async (language, content) => {
      const { chunks } = (await chunkBlob(Buffer.from(content), language))!;
      expect(Math.max(...chunks.map(({ scope }) => scope.length))).toBeLessThanOrEqual(100);
      await mustHold(content, language);
    },
    120_000,
  );
});

describe('long names that thousands of chunks lie in', () => {
  const name = (at: number): string => `n${at}${'x'.repeat(490)}`;
  const inside = (depth: number, open: (at: number) => string): string =>
    Array.from({ length: depth }, (_, at) => open(at)).join('');
  const titles = Array.from(
    '!"#$%&+,-./:;=?@^_`{|}~',
    (rule, at) => `${name(at).slice(0, 160)}\n${times(rule, 200)}\n\n`,
  );
  const made: [string, string][] = [
    [
      'typescript',
      inside(90, (at) => `namespace ${name(at)} {\n`) + times('function a() {\n b();\n}\n', 30_000) + times('}\n', 180),
    ],
    [
      'csharp',
      inside(90, (at) => `namespace ${name(at)} {\n`) +
        times('class A {\n void b() {}\n}\n', 30_000) +
        times('}\n', 180),
    ],
    ['rust', inside(90, (at) => `mod ${name(at)} {\n`) + times('fn a() {\n b();\n}\n', 30_000) + times('}\n', 180)],
    [
      'json',
      `${inside(20, (at) => `{"${name(at)}${name(at)}":\n`)}{${times('"k": {\n"c":\n[\n1,\n2\n]\n},\n', 50_000)}"z": 1}${times('}', 20)}`,
    ],
    ['rst', titles.join('') + times('ab\n~~~~\n\n', 150_000)],
    [
      'org',
      inside(300, (at) => `${'*'.repeat(at + 1)} ${name(at).slice(0, 160)}\n`) +
        times(`${'*'.repeat(300)} ab\n${times('x\n', 20)}`, 100_000),
    ],
  ];
  it.each(shareOf(made, 6, 3))(
    'are given up in %s',
    async (language, content) => {
      expect(await mustHold(content, language)).toMatch(/^not parsed: the names of what its definitions lie in/);
    },
    120_000,
  );
});

it('thousands of sections of three lines below one that is cut are given up', async () => {
  const rules = '!"#$%&\'()*+,-./:;<=>?@';
  const sections = (count: number): string =>
    Array.from({ length: count }, (_, at) => `h\n${times(rules[at % rules.length]!, 3)}\n\n`).join('');
  expect(await mustHold(sections(30_000), 'rst')).toMatch(/^not parsed: its definitions or sections are too many/);
  expect(await mustHold(sections(5000), 'rst')).toBeNull();
}, 20_000);

describe('one name of half a megabyte', () => {
  it('of the receiver is cut where a method of Go has many chunks', async () => {
    const content = `package a\nfunc (r *${'R'.repeat(500_000)}) f() {\n${times('a()\n', 20_000)}}\n`;
    const { chunks } = (await chunkBlob(Buffer.from(content), 'go'))!;
    expect(Math.max(...chunks.flatMap(({ scope }) => scope.map((part) => part.length)))).toBe(500);
  });

  it('of a module is not read again for each name from it', async () => {
    const names = Array.from({ length: 30_000 }, (_, at) => `a${at}`).join(',\n');
    await mustHold(`from ${'x'.repeat(500_000)} import (\n${names})\n`, 'python');
  }, 20_000);
});

quick.describe('data that multiplies', () => {
  const laughs = Array.from({ length: 30 }, (_, at) => `a${at + 1}: &a${at + 1} [${times(`*a${at},`, 60)}*a${at}]`);
  it.each([
    ['a billion laughs', 'yaml', `a0: &a0 [lol]\n${laughs.join('\n')}\n`],
    ['an anchor in itself', 'yaml', 'a: &a\n  b: *a\n  c: [*a, *a]\n'],
    ['merge keys', 'yaml', `base: &b {a: 1}\n${times('k: {<<: [*b, *b]}\n')}`],
    ['a deep flow', 'yaml', times('[', SIZE)],
    ['deep JSON', 'json', times('{"a":', SIZE) + 1 + times('}', SIZE / 5)],
    ['deep JSON with comments', 'jsonc', times('[/**/', SIZE)],
    ['deep TOML', 'toml', `${times('[[a.b]]\n', SIZE)}x = ${times('[', SIZE)}`],
    ['dotted TOML', 'toml', `a${times('.a', SIZE)} = 1\n`],
    ['a key of a megabyte', 'json', `{"${times('k', SIZE)}": 1}`],
    ['entities', 'xml', `<!DOCTYPE a [<!ENTITY b "${times('&c;', 3000)}">]><a>${times('&b;')}</a>`],
    ['a quote in a quote', 'markdown', times('> ', SIZE)],
    ['a list in a list', 'markdown', times('- ', SIZE)],
  ])('%s', async (_, language, content) => {
    await mustHold(content, language);
  });
});
