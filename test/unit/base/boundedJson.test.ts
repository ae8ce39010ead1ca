/** JSON of others is measured before it is parsed, as bytes and as text, and means what JSON.parse says. */

import { describe, expect, it } from 'vitest';
import { parseBounded, TooMuchJson } from '../../../src/base/boundedJson.ts';
import { linesWithin } from '../../../src/base/decodeText.ts';
import { messagesWithin } from '../../../src/mcp/serveStdio.ts';
import fc from '../../helpers/fastCheck.ts';

const LIMITS = { bytes: 10_000, depth: 10, values: 100 };
const both = (text: string): (string | Buffer)[] => [text, Buffer.from(text)];

function measure(value: unknown): { depth: number; values: number } {
  if (typeof value !== 'object' || value === null) return { depth: 0, values: 0 };
  const inner = Object.values(value).map(measure);
  const values = Math.max(1, inner.length) + inner.reduce((sum, one) => sum + one.values, 0);
  return { depth: 1 + Math.max(0, ...inner.map(({ depth }) => depth)), values };
}

describe('JSON with limits', () => {
  it('is parsed where depth and values are within them, and refused where they are not', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 6 }),
        fc.integer({ min: 0, max: 8 }),
        fc.integer({ min: 0, max: 40 }),
        (value, depth, values) => {
          const json = JSON.stringify(value);
          const found = measure(JSON.parse(json));
          const fits = found.depth <= depth && found.values <= values;
          for (const given of both(json)) {
            if (fits) expect(parseBounded(given, { bytes: 1e6, depth, values })).toEqual(JSON.parse(json));
            else expect(() => parseBounded(given, { bytes: 1e6, depth, values })).toThrow(TooMuchJson);
          }
        },
      ),
    );
  });

  it('counts no bracket, comma or quote inside of a string', () => {
    for (const text of [
      '"[[[[[[[[[[[[{{{{,,,,"',
      '"\\"[[[[[[[[[[[[["',
      '"\\\\"',
      '["\\\\","[[[[[[[[[[[[[["]',
      '{"\\u0022[[[[[[[[[[[[[":1}',
    ])
      for (const given of both(text)) expect(parseBounded(given, LIMITS)).toEqual(JSON.parse(text));
  });

  it.each([
    ['bytes', `"${'x'.repeat(10_000)}"`, '10000 bytes'],
    ['depth', '['.repeat(11), '10 levels'],
    ['depth of objects', '{"a":'.repeat(11), '10 levels'],
    ['values', `[${'1,'.repeat(100)}1]`, '100 values'],
    ['empty objects', `[${'{},'.repeat(60)}{}]`, '100 values'],
    ['keys', `{${Array.from({ length: 101 }, (_, at) => `"${at}":1`).join()}}`, '100 values'],
  ])('refuses too many %s', (_, text, said) => {
    for (const given of both(text)) expect(() => parseBounded(given, LIMITS)).toThrow(`JSON of more than ${said}`);
  });

  it('is no JSON where JSON.parse says so, whatever its brackets are', () => {
    for (const text of ['', ']]]]', '{', '"', '"\\', '[1,]', '}{', 'nul'])
      for (const given of both(text)) expect(() => parseBounded(given, LIMITS)).toThrow(SyntaxError);
  });
});

async function* pieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

describe('lines with limits', () => {
  const limits = { line: 20, whole: 200 };
  const tooMuch = (what: string): Error => new Error(what);

  it.each([1, 2, 3, 1000])('come whole out of pieces of %i bytes', async (size) => {
    const lines = await collected(linesWithin(pieces('a\r\n\n  é\u{1f600} \nlast', size), limits, tooMuch));
    expect(lines).toEqual(['a', 'é\u{1f600}', 'last']);
  });

  it.each([1, 7, 1000])('are refused where one has no end, in pieces of %i bytes', async (size) => {
    const endless = collected(linesWithin(pieces('x'.repeat(100), size), limits, tooMuch));
    await expect(endless).rejects.toThrow('a line of more than 20 characters');
  });

  it('are refused where there are too many, blank ones too', async () => {
    await expect(collected(linesWithin(pieces('\n'.repeat(201), 10), limits, tooMuch))).rejects.toThrow(
      'more than 200 bytes',
    );
  });
});

describe('messages of MCP', () => {
  it('come whole and in order; those that are too deep, too many or too long are left out, each with a word', async () => {
    const refused: string[] = [];
    const text = [
      '{"id":1}',
      '['.repeat(1000),
      '{"id":2}',
      `[${'{},'.repeat(200_000)}0]`,
      `"${'x'.repeat(4_000_001)}"`,
      '{"id":3}',
    ].join('\n');
    for (const size of [65_536, 999_983]) {
      const messages = await collected(messagesWithin(pieces(text, size), (why) => refused.push(why)));
      expect(messages.map((one) => one.toString().trim())).toEqual(['{"id":1}', '{"id":2}', '{"id":3}']);
    }
    expect(refused).toHaveLength(6);
    expect(refused.join('\n')).toMatch(/64 levels[\s\S]*100000 values[\s\S]*4000000 bytes/);
  });
});
