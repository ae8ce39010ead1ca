/** What a budget leaves of a result: whole statements, and of the only one what matched. */

import { describe, expect, it } from 'vitest';
import { FRAME_BEGIN, FRAME_END, Frame, NO_FRAME, writeFrame } from '../../../src/base/frame.ts';
import { fitTokens, upToBound } from '../../../src/search/fitResult.ts';
import { queryWordsOf } from '../../../src/search/queryWords.ts';
import type { Placed } from '../../../src/search/show/placeChunk.ts';

interface Range {
  startLine: number;
  endLine: number;
}

interface Asked {
  shown?: Range;
  chunk: Range;
  begins?: number[];
  ends?: number[];
  /** Texts of lines that are not `line N`. */
  texts?: Record<number, string>;
  elided?: Range[];
  signature?: string;
  room: number;
  must?: string;
}

/** A line costs a token. */
function fitted({ chunk, shown = chunk, begins = [], ends = [], texts = {}, ...more }: Asked): string | null {
  const bounds = new Uint8Array(500);
  for (const line of begins) bounds[line]! |= FRAME_BEGIN;
  for (const line of ends) bounds[line]! |= FRAME_END;
  const frame = begins.length === 0 ? NO_FRAME : writeFrame(chunk, null, bounds);
  const lines = Array.from({ length: shown.endLine - shown.startLine + 1 }, (_, at) => shown.startLine + at);
  const text = lines.map((line) => texts[line] ?? `line ${line}`).join('\n');
  const { elided, signature = '', room, must } = more;
  const placed: Placed = { ...shown, chunk, definition: chunk, frame: new Frame(chunk, frame), text };
  const one = elided === undefined ? placed : { ...placed, elided };
  const words = must === undefined ? null : queryWordsOf(must);
  const cut = fitTokens(one, signature, room, words, (some) => some.endLine - some.startLine + 1);
  if (cut === null) return null;
  const { startLine, endLine } = cut.placed;
  expect(cut.placed.text.split('\n')).toEqual(
    text.split('\n').slice(startLine - shown.startLine, endLine - shown.startLine + 1),
  );
  expect(cut.tokens).toBe(endLine - startLine + 1);
  return `${startLine}-${endLine}`;
}

describe('fitTokens', () => {
  const chunk = { startLine: 20, endLine: 39 };
  const shown = { startLine: 10, endLine: 50 };

  it('begins with the statement that the chunk begins in, and ends where one ends', () => {
    const asked = { chunk, shown, begins: [10, 18, 30], ends: [17, 29, 36] };
    expect(fitted({ ...asked, room: 41 })).toBe('10-50');
    expect(fitted({ ...asked, room: 30 })).toBe('18-36');
    expect(fitted({ ...asked, room: 18 })).toBe('18-29');
  });

  it('gives nothing where no statement ends, unless there must be something', () => {
    const asked = { chunk, shown, begins: [18], ends: [40] };
    expect(fitted({ ...asked, room: 15 })).toBeNull();
    expect(fitted({ ...asked, room: 15, must: '' })).toBe('18-32');
    expect(fitted({ ...asked, room: 2, must: '' })).toBe('20-21');
    expect(fitted({ ...asked, room: 0, must: '' })).toBe('20-20');
  });

  it('keeps the declaration and five lines, or gives nothing', () => {
    const texts = { 28: 'function wanted() {' };
    const asked = { chunk, texts, signature: 'function wanted()' };
    expect(fitted({ ...asked, room: 8 })).toBeNull();
    expect(fitted({ ...asked, room: 9 })).toBe('20-28');
    expect(fitted({ chunk, room: 4 })).toBeNull();
  });

  describe('where there must be something', () => {
    const texts = { 12: 'marzipan', 34: 'zebrawood(marzipan)', 35: 'marzipan' };
    const must = 'zebrawood marzipan';

    it('shows the line that matches best, with the statement or the paragraph that it stands in', () => {
      const asked = { chunk, shown, texts, must };
      expect(fitted({ ...asked, begins: [18, 33], ends: [32, 37], room: 20 })).toBe('18-37');
      expect(fitted({ ...asked, begins: [18, 33], ends: [32, 37], room: 16 })).toBe('33-37');
      expect(fitted({ ...asked, begins: [18], ends: [37], texts: { ...texts, 30: '' }, room: 10 })).toBe('31-37');
      expect(fitted({ ...asked, texts: { ...texts, 30: '' }, room: 10 })).toBe('31-40');
    });

    it('shows that line where neither has room, and lines above it where those below have', () => {
      const asked = { chunk, texts, must, begins: [20], ends: [39] };
      expect(fitted({ ...asked, room: 1 })).toBe('34-34');
      expect(fitted({ ...asked, room: 0 })).toBe('34-34');
      expect(fitted({ ...asked, room: 3 })).toBe('34-36');
      expect(fitted({ ...asked, room: 12 })).toBe('28-39');
    });

    it('looks for it in what is shown of the chunk alone', () => {
      const elided = [{ startLine: 34, endLine: 34 }];
      expect(fitted({ chunk, shown, texts, must: 'marzipan', elided, begins: [18], ends: [50], room: 2 })).toBe(
        '35-36',
      );
      expect(fitted({ chunk, shown, must, begins: [18], ends: [50], room: 1 })).toBe('20-20');
    });
  });
});

describe('upToBound', () => {
  const chunk = { startLine: 1, endLine: 9 };
  const bounds = new Uint8Array(20);
  bounds[1] = FRAME_BEGIN;
  bounds[4] = FRAME_END;
  const lines = ['a', 'b', '', 'c', 'd', 'e', '', 'f', 'g'];

  it('counts up to the last end of a statement; null where there is none', () => {
    const frame = new Frame(chunk, writeFrame(chunk, null, bounds));
    expect(upToBound(frame, lines, 1, 1, 9)).toBe(4);
    expect(upToBound(frame, lines, 1, 5, 9)).toBeNull();
    expect(upToBound(frame, lines, 1, 1, 3)).toBeNull();
  });

  it('counts up to a blank line where nothing is known, else all', () => {
    const frame = new Frame(chunk, NO_FRAME);
    expect(upToBound(frame, lines, 1, 1, 8)).toBe(6);
    expect(upToBound(frame, lines, 1, 4, 5)).toBe(5);
  });
});
