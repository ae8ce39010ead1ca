import { describe, expect, it } from 'vitest';
import { cleanCommentary } from '../../../src/ask/commentary.ts';
import fc from '../../helpers/fastCheck.ts';

describe('cleanCommentary', () => {
  it.each([
    ['Opens the store.', 'Opens the store.'],
    ['  Two\n\nparagraphs \t and\u00a0blanks. ', 'Two paragraphs and blanks.'],
    ['<think>\nThe user wants…\n</think>\n\nOpens it.', 'Opens it.'],
    ['<think>never ends', ''],
    ['"Quoted."', 'Quoted.'],
    ['A "quoted" word.', 'A "quoted" word.'],
    ['```markdown\nOpens it.\n```', 'Opens it.'],
    ['\u001b[31mred\u001b[0m \u202eevil\u2066\u200b\ufeff\u0000', '[31mred[0m evil'],
    ['Grüße an 東京 \u{1f600}.', 'Grüße an 東京 \u{1f600}.'],
    ['Tags \u{e0041}\u{e0042} hide.', 'Tags hide.'],
    ['', ''],
  ])('makes %j one line of text', (said, clean) => {
    expect(cleanCommentary(said)).toBe(clean);
  });

  it('hides a secret that stands on a line of its own', () => {
    const secret = `K9q9${'xT2mZ7w'}Bv4Rn8`;
    expect(cleanCommentary(`It opens the store with\n\npassword: |\n  ${secret}\n`)).not.toContain(secret);
  });

  it('ends a long answer behind a sentence, or with an ellipsis', () => {
    const sentences = cleanCommentary('It opens the store and waits. '.repeat(100));
    expect(sentences.length).toBeLessThanOrEqual(1000);
    expect(sentences.endsWith('waits.')).toBe(true);
    expect(cleanCommentary('word '.repeat(500))).toMatch(/word…$/);
  });

  it('is a fixed point: what is taken from an artifact again is the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 3000 }), (said) => {
        const clean = cleanCommentary(said);
        expect(clean).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u);
        expect(clean.length).toBeLessThanOrEqual(1001);
      }),
    );
  });
});
