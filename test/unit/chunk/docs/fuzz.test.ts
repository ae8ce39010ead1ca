/**
 * Any text in any language that no grammar reads: every line is in a chunk, and the same text gives the same chunks.
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project alone test/unit/chunk/docs/fuzz.test.ts --testTimeout 36000000
 */

import { describe, expect, it } from 'vitest';
import { chunksFrom } from '../../../../src/chunk/chunksFrom.ts';
import { dataSegments } from '../../../../src/chunk/dataSegments.ts';
import { documentSegments } from '../../../../src/chunk/documentSegments.ts';
import { lineSegments } from '../../../../src/chunk/lineSegments.ts';
import fc, { someOf } from '../../../helpers/fastCheck.ts';
import { fuzz } from '../../../helpers/fuzz.ts';
import { problemsOf, sourceFrom } from './outline.ts';

const LINE_LANGUAGES = (
  'assembly batch cmake csv clojure dockerfile elm erlang fortran fsharp gomod graphql groovy haskell ini javascript julia lisp makefile perl ' +
  'powershell prisma protobuf python r ruby scss sql tcl terraform text xml yaml'
).split(' ');
const MARKUP = ['markdown', 'rst', 'asciidoc', 'org'];
const DATA = ['json', 'jsonc', 'yaml', 'toml'];
/** Of CORA_FUZZ_RUNS each language has its part. */
const SHARE = 1 / (LINE_LANGUAGES.length + MARKUP.length + DATA.length);

/** Pieces that the patterns look for, so that random text gets into their corners. */
const PIECES = (
  'foo|Bar|FROM x AS y|CREATE TABLE t (|);|BEGIN|$$|message M {|}|}}|end|endef|define X|all: b|sub f|package P;|=cut|=head1|def g():|function h() {|' +
  'class C|instance Show A where|data T = A | B {|  m :: Int|f x = 1|{-|-}|{-# INLINE f #-}|#if X|#endif|-- |\u0020|import A (b,|(ns a|(defn f|-spec f()|f(X) ->|' +
  '[section]|# h|## |---|===|```|~~~|<!--|-->|<h1>|.. _a:|====|* org|== T|----|key: v|- a|  - b|a: &x|"k": {|[|]|{|,|"|\'|"""|/*|*/|<<<|[a.b]|[[c]]|k = 1|' +
  './x/y.md|[t](a/../b.md)|$ref: "#/a"|uses: a/b@v1|\t|    |\r|\u2028|\ufeff|\0|é|\ud83d\ude00|\\|%'
).split('|');

const text = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...PIECES) },
      fc.string({ maxLength: 12 }),
      fc.constantFrom('\n', '\n\n', '\r\n', ' ', '  '),
    ),
    {
      maxLength: 120,
    },
  )
  .map((pieces) => pieces.join('').replaceAll('\0', ' '));
const lined = fc
  .array(fc.constantFrom(...PIECES, '', '  x', '    y = 2'), { maxLength: 150 })
  .map((pieces) => pieces.join('\n').replaceAll('\0', ' '));
const any = fc.oneof(text, lined);

function check(content: string, language: string, read: typeof lineSegments): void {
  const source = sourceFrom(content, language);
  const before = JSON.stringify(source.lines);
  const segments = read(source);
  expect(problemsOf(segments, 1, source.lines.length)).toEqual([]);
  expect(JSON.stringify(source.lines)).toBe(before);
  expect(read(source)).toEqual(segments);
  const covered = new Set<number>();
  for (const chunk of chunksFrom(source, segments)) {
    for (let line = chunk.startLine; line <= chunk.endLine; line++) covered.add(line);
  }
  const lost = source.lines.flatMap((line, index) => (line.trim() === '' || covered.has(index + 1) ? [] : [index + 1]));
  expect(lost).toEqual([]);
}

describe('any text', () => {
  it.each(LINE_LANGUAGES)('%s by lines', (language) => {
    fuzz(
      fc.property(any, (content) => check(content, language, lineSegments)),
      150,
      SHARE,
    );
  });

  it.each(MARKUP)('%s by headings', (language) => {
    fuzz(
      fc.property(any, (content) => check(content, language, (source) => documentSegments(source)!)),
      300,
      SHARE,
    );
  });

  it.each(DATA)('%s by keys, or null', (language) => {
    const read = (source: Parameters<typeof dataSegments>[0]) => dataSegments(source) ?? [];
    fuzz(
      fc.property(any, (content) => check(content, language, read)),
      300,
      SHARE,
    );
  });

  it('JSON of any value, however it is laid out', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, 2, '\t'), (value, space) => {
        for (const language of ['json', 'yaml']) {
          const source = sourceFrom(JSON.stringify(value, null, space), language);
          if (language === 'json') expect(dataSegments(source)).not.toBeNull();
          check(source.text, language, (it) => dataSegments(it) ?? []);
        }
      }),
      { numRuns: someOf(200) },
    );
  });
});
