/** What happens to an answer's pieces on their way: thinking aloud is left out, characters stay whole. */

import { describe, expect, it } from 'vitest';
import { wholeCharacters, withoutThinking } from '../../../src/ask/ask.ts';
import type { CompletionEnd } from '../../../src/base/answerTypes.ts';
import fc from '../../helpers/fastCheck.ts';

const END: CompletionEnd = { promptTokens: 1, answerTokens: 2, cut: false };

type Pieces = AsyncGenerator<string, CompletionEnd, undefined>;

async function* piecesOf(pieces: readonly string[]): Pieces {
  yield* pieces;
  return END;
}

async function read(pieces: Pieces): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const next = await pieces.next();
    if (next.done === true) {
      expect(next.value).toEqual(END);
      return texts;
    }
    texts.push(next.value);
  }
}

/** The text cut into pieces of these lengths. */
function cut(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  let at = 0;
  for (const length of lengths) {
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return [...pieces, text.slice(at)];
}

describe('withoutThinking', () => {
  it.each([
    ['<think>Hmm, <b> a < b</think>\n\nIt is so.', 'It is so.'],
    ['\n<thinking>Hmm</thinking>It is so.', 'It is so.'],
    ['<think></think>It is so.', 'It is so.'],
    ['It is <think>so</think>.', 'It is <think>so</think>.'],
    ['<thing>', '<thing>'],
    ['<thi', '<thi'],
    ['<think>and never says anything', ''],
    ['', ''],
    ['< 3', '< 3'],
  ])('makes of %j', async (answer, expected) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(4), { maxLength: 20 }), async (lengths) => {
        expect((await read(withoutThinking(piecesOf(cut(answer, lengths))))).join('')).toBe(expected);
      }),
    );
  });

  it('holds nothing back that is said', async () => {
    expect(await read(withoutThinking(piecesOf(['It ', 'is <', 'so.'])))).toEqual(['It ', 'is <', 'so.']);
  });
});

describe('wholeCharacters', () => {
  it('gives the same text, no piece of which ends within a character', async () => {
    const text = 'a👩‍💻b𝒳\ud800';
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(3), { maxLength: 12 }), async (lengths) => {
        const pieces = await read(wholeCharacters(piecesOf(cut(text, lengths))));
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces.slice(0, -1)) expect(piece).not.toMatch(/[\ud800-\udbff]$/);
      }),
    );
  });
});
