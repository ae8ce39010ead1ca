/**
 * Any text as a question: it is read to its end, always alike, into words, names and directives that are bounded.
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project shared test/unit/search/queryFuzz.test.ts --testTimeout 36000000
 */

import { describe, expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { parsePattern } from '../../../src/grep/parsePattern.ts';
import { readDate } from '../../../src/history/rankCommits.ts';
import { readDirective, splitIncludes } from '../../../src/search/includeDirective.ts';
import { queryWordsOf } from '../../../src/search/queryWords.ts';
import { readHistoryQuestion } from '../../../src/search/question/readHistoryQuestion.ts';
import { readQuestion, weighTerms } from '../../../src/search/question.ts';
import { COMMANDS } from '../../../src/settings/commands.ts';
import { parseCommandLine } from '../../../src/settings/parseCommandLine.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzz } from '../../helpers/fuzz.ts';

const PIECES =
  "file:|decl:|#|::|->|a.b.c|Router.route|`code`|who changed|when was|last week|2024-05-01|since|' OR 1=1 --|{{|}}|(|)|[|]|*|+|?|\\|^|$|\u202e|\x1b[31m|😀|日本|\ud800|getUserById|HTTP2Server|__proto__|constructor|--path|-k|--|=|9e999|-1|\n|\t|\0|%s|REDACTED".split(
    '|',
  );
const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...PIECES) },
  fc.string({ unit: 'binary', maxLength: 8 }),
);
const text = fc
  .array(piece, { maxLength: 30 })
  .chain((all) => fc.constantFrom('', ' ', '\n').map((between) => all.join(between)));

/** @returns what it gives; known errors are answers */
function known<T>(run: () => T): T | string {
  try {
    return run();
  } catch (error) {
    if (isCoraError(error)) return error.code;
    throw error;
  }
}

describe('any text', () => {
  it('is a question of bounded size, read alike each time', () => {
    fuzz(
      fc.property(text, (question) => {
        const query = weighTerms(readQuestion(question), () => 1);
        expect(query.text).toBe(question);
        expect(query.terms.length).toBeLessThanOrEqual(100);
        expect(query.terms.every(({ term, weight }) => term !== '' && weight > 0)).toBe(true);
        expect(weighTerms(readQuestion(question), () => 1)).toEqual(query);
        expect(readQuestion(question)).toEqual(readQuestion(question));
        queryWordsOf(question);
      }),
      2000,
    );
  });

  it('is a question about the history or none, a date or none', () => {
    fuzz(
      fc.property(text, (question) => {
        const found = readHistoryQuestion(question);
        if (found !== null) expect(readHistoryQuestion(question)).toEqual(found);
        const date = readDate(question, Date.UTC(2026, 0, 1));
        if (date !== null) expect(Number.isFinite(date)).toBe(true);
      }),
      2000,
    );
  });

  it('is a directive that stays inside of the repository, or refused', () => {
    fuzz(
      fc.property(fc.array(text, { maxLength: 3 }), (all) => {
        const { directives, globs } = splitIncludes(all);
        expect(directives.length + globs.length).toBe(all.length);
        for (const one of directives) known(() => readDirective(one, 'src/'));
      }),
      2000,
    );
  });

  it('is a command line or a usage error', () => {
    const words = fc.array(
      fc.oneof(text, fc.constantFrom(...Object.keys(COMMANDS), '--json', '--limit', '--no-color')),
      { maxLength: 6 },
    );
    fuzz(
      fc.property(words, (argv) => {
        const parsed = known(() => parseCommandLine(argv));
        if (typeof parsed === 'string') expect(parsed).toBe('USAGE');
        else expect(Object.keys(COMMANDS)).toContain(parsed.command);
      }),
      2000,
    );
  });

  it('is a pattern that grep searches, or a bad one', () => {
    fuzz(
      fc.property(text, (pattern) => {
        const parsed = known(() => parsePattern(pattern));
        if (typeof parsed === 'string') expect(parsed).toBe('BAD_PATTERN');
      }),
      2000,
    );
  });
});
