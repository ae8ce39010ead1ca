/**
 * Any text in any language that has a grammar: it ends in chunks that hold every line, and the same text gives the same chunks.
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project alone test/unit/chunk/codeFuzz.test.ts --testTimeout 36000000
 */

import { describe, expect, it } from 'vitest';
import { chunkBlob } from '../../../src/chunk/chunkBlob.ts';
import { languageNames, syntaxOf } from '../../../src/languages/languages.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzzAsync } from '../../helpers/fuzz.ts';
import { isSlow, shareOf } from '../../helpers/slow.ts';

const LANGUAGES = languageNames().filter((name) => syntaxOf(name) !== null);

const PIECES =
  'class A {|struct B;|def f(x):|function g() {|fn h() ->|func (r *T) M()|interface I|enum E { X }|import "a"|from b import c|#include <d>|use e::f;|}|{|(|)|[|]|<|>|;|:|,|=|=>|->|::|."|\'|`|"""|/*|*/|//|#|--|<!--|-->|<div|</div>|<script>|</script>|@decorator|#[attr]|template <class T>|namespace n|public static|async|lambda|end|do|begin|if x|else|return|x.y(z)|new Q()|\t|    |0x1F|\u2028|\ufeff|\u0000|é|😀|\ud800|\\|$|${'.split(
    '|',
  );
const text = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PIECES, '\n', ' ') }, fc.string({ maxLength: 8 })), {
    maxLength: 80,
  })
  .chain((all) => fc.constantFrom('', ' ', '\n').map((between) => all.join(between).replaceAll('\0', ' ')));

describe('any text', () => {
  it.each(isSlow ? LANGUAGES : shareOf(LANGUAGES, 4))('%s', async (language) => {
    await fuzzAsync(
      fc.asyncProperty(text, async (content) => {
        const found = await chunkBlob(Buffer.from(content), language);
        const covered = new Set<number>();
        for (const { startLine, endLine } of found!.chunks)
          for (let line = startLine; line <= endLine; line++) covered.add(line);
        const lines = Buffer.from(content).toString().split('\n');
        expect(lines.filter((line, at) => line.trim() !== '' && !covered.has(at + 1))).toEqual([]);
        expect(await chunkBlob(Buffer.from(content), language)).toEqual(found);
      }),
      isSlow ? 10 : 3,
      1 / LANGUAGES.length,
    );
  });
});
