import { describe, expect, it } from 'vitest';
import type { Chunk, ChunkKind } from '../../../src/base/types.ts';
import { chunksFrom } from '../../../src/chunk/chunksFrom.ts';
import {
  isBlank,
  LIMITS,
  type LocatedReference,
  type Segment,
  type Source,
  sourceOf,
} from '../../../src/chunk/segment.ts';
import fc from '../../helpers/fastCheck.ts';
import { isSlow, quick } from '../../helpers/slow.ts';

const encoder = new TextEncoder();

function source(text: string): Source {
  return sourceOf(encoder.encode(text), 'text')!;
}

function segment(startLine: number, endLine: number, fields: Partial<Segment> = {}): Segment {
  const { symbol = '', kind = 'function' } = fields;
  return {
    startLine,
    endLine,
    kind,
    symbol,
    scope: [],
    signature: '',
    nodeType: 'node',
    doc: '',
    defines: symbol === '' ? [] : [{ name: symbol, kind, startLine, endLine }],
    references: [],
    children: [],
    ...fields,
  };
}

const lines = (count: number, word = 'line') =>
  Array.from({ length: count }, (_, at) => `${word} ${at + 1}`).join('\n');
const ranges = (chunks: Chunk[]) => chunks.map(({ startLine, endLine }) => [startLine, endLine]);

describe('coverage, whatever the parser found', () => {
  const kinds: ChunkKind[] = ['function', 'method', 'class', 'constant', 'section', 'text', 'object'];
  const line = fc.oneof(
    { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }).map((text) => text.replace(/[\n\0]/g, ' ')) },
    { weight: 3, arbitrary: fc.constantFrom('', '   ', '\t') },
    { weight: 2, arbitrary: fc.constantFrom('}', '  return 1;', '    x', 'def f():') },
    { weight: 1, arbitrary: fc.constantFrom('é'.repeat(12_000), '😀'.repeat(9_000), 'a'.repeat(40_000)) },
  );
  const text = fc
    .tuple(fc.array(line, { maxLength: 260, size: 'max' }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([all, newline, ends]) => all.join(newline) + (ends ? newline : ''));
  const { tree } = fc.letrec<{ tree: Segment }>((tie) => ({
    tree: fc
      .record({
        startLine: fc.integer({ min: -3, max: 280 }),
        size: fc.oneof(fc.integer({ min: 0, max: 12 }), fc.integer({ min: -2, max: 200 })),
        kind: fc.constantFrom(...kinds),
        symbol: fc.constantFrom('', 'alpha', 'beta'),
        children: fc.oneof(
          { maxDepth: 3, withCrossShrink: true },
          fc.constant([] as Segment[]),
          fc.array(tie('tree'), { maxLength: 4, size: 'max' }),
        ),
      })
      .map(({ startLine, size, kind, symbol, children }) =>
        segment(startLine, startLine + size, { kind, symbol, children }),
      ),
  }));
  const segments = fc.array(tree, { maxLength: 12, size: 'max' });

  it('puts each non-blank line into a chunk and no line into two, but for parts', () => {
    fc.assert(
      fc.property(text, segments, (content, found) => {
        const read = source(content);
        const chunks = chunksFrom(read, found);
        const seen = new Map<number, Chunk[]>();
        for (const chunk of chunks) {
          for (let at = chunk.startLine; at <= chunk.endLine; at++) seen.set(at, [...(seen.get(at) ?? []), chunk]);
        }
        for (let at = 1; at <= read.lines.length; at++) {
          const holders = seen.get(at) ?? [];
          if (!isBlank(read, at)) expect(holders.length, `line ${at}`).toBeGreaterThan(0);
          if (holders.length > 1) {
            const oneLine = holders.every((chunk) => chunk.startLine === at || chunk.endLine === at);
            expect(oneLine || holders.every((chunk) => chunk.parts > 1), `line ${at}`).toBe(true);
          }
        }
        expect([...seen.keys()].every((at) => at >= 1 && at <= read.lines.length)).toBe(true);
      }),
      { numRuns: isSlow ? 300 : 60, endOnFailure: true },
    );
  });

  it('keeps bytes, text and limits true', () => {
    fc.assert(
      fc.property(text, segments, (content, found) => {
        const read = source(content);
        const chunks = chunksFrom(read, found);
        let last = 0;
        let covered = 0;
        for (const chunk of chunks) {
          expect(
            new TextDecoder('utf-8', { ignoreBOM: true }).decode(read.bytes.subarray(chunk.startByte, chunk.endByte)),
          ).toBe(chunk.text);
          expect(chunk.endByte - chunk.startByte).toBeLessThanOrEqual(LIMITS.maxBytes);
          expect(chunk.endLine - chunk.startLine).toBeLessThan(LIMITS.maxLines + LIMITS.minLines);
          expect(chunk.text.trim()).not.toBe('');
          expect(chunk.startByte).toBeGreaterThanOrEqual(chunk.parts > 1 ? 0 : last);
          last = chunk.endByte;
          covered = Math.max(covered, chunk.endByte);
          expect(chunk.part).toBeGreaterThanOrEqual(1);
          expect(chunk.part).toBeLessThanOrEqual(chunk.parts);
        }
        const uncovered = [...bytesOutside(read, chunks)];
        expect(new TextDecoder().decode(new Uint8Array(uncovered)).trim()).toBe('');
      }),
      { numRuns: isSlow ? 200 : 40, endOnFailure: true },
    );
  });

  function* bytesOutside(read: Source, chunks: Chunk[]): Iterable<number> {
    let next = 0;
    for (const { startByte, endByte } of chunks) {
      for (; next < startByte; next++) yield read.bytes[next]!;
      next = Math.max(next, endByte);
    }
    for (; next < read.bytes.length; next++) yield read.bytes[next]!;
  }

  it('places every definition and reference, and is deterministic', () => {
    const references = fc.array(
      fc.record({
        name: fc.constantFrom('a', 'line'),
        kind: fc.constant('call' as const),
        line: fc.integer({ min: 1, max: 260 }),
      }),
    );
    fc.assert(
      fc.property(text, segments, references, (content, found, mentioned: LocatedReference[]) => {
        const read = source(content);
        const chunks = chunksFrom(read, found, mentioned);
        expect(chunksFrom(read, found, mentioned)).toEqual(chunks);
        const names = (all: Segment[]): string[] =>
          all.flatMap((it) => [...it.defines.map(({ name }) => name), ...names(it.children)]);
        if (chunks.length > 0) {
          const placed = new Set(chunks.flatMap(({ defines }) => defines.map(({ name }) => name)));
          expect([...new Set(names(found))].every((name) => placed.has(name))).toBe(true);
        }
        for (const chunk of chunks) {
          const keys = chunk.references.map(({ kind, name }) => `${kind} ${name}`);
          expect(new Set(keys).size).toBe(keys.length);
        }
      }),
      { numRuns: isSlow ? 150 : 30, endOnFailure: true },
    );
  });
});

quick.describe('where it cuts', () => {
  it('groups small definitions under the first one, with all their names', () => {
    const read = source(lines(12));
    const small = [1, 4, 7, 10].map((start) => segment(start, start + 2, { symbol: `f${start}` }));
    const chunks = chunksFrom(read, small);
    expect(ranges(chunks)).toEqual([[1, 12]]);
    expect(chunks[0]).toMatchObject({ symbol: 'f1', kind: 'function', parts: 1, parentChunk: '' });
    expect(chunks[0]!.defines.map(({ name }) => name)).toEqual(['f1', 'f4', 'f7', 'f10']);
  });

  it('gives definitions of five lines and more a chunk each, the imports above theirs', () => {
    const read = source(lines(30));
    const chunks = chunksFrom(read, [segment(9, 18, { symbol: 'f' }), segment(20, 30, { symbol: 'g' })]);
    expect(ranges(chunks)).toEqual([
      [1, 8],
      [9, 18],
      [19, 30],
    ]);
    expect(chunks.map(({ symbol }) => symbol)).toEqual(['', 'f', 'g']);
  });

  it('joins a few lines of imports to the definition that follows, which gives the name', () => {
    const chunks = chunksFrom(source(lines(20)), [
      segment(3, 3, { symbol: 'LIMIT', kind: 'constant' }),
      segment(5, 20, { symbol: 'f' }),
    ]);
    expect(ranges(chunks)).toEqual([[1, 20]]);
    expect(chunks[0]).toMatchObject({ symbol: 'f', kind: 'function' });
    expect(chunks[0]!.defines.map(({ name }) => name)).toEqual(['LIMIT', 'f']);
  });

  it('makes a header and members of a large class, what lies between joined to a neighbour, no line twice', () => {
    const members = [10, 40, 71].map((start) =>
      segment(start, start + 24, { symbol: `m${start}`, kind: 'method', scope: ['Big'] }),
    );
    const big = segment(1, 100, { symbol: 'Big', kind: 'class', children: members });
    const chunks = chunksFrom(source(lines(100)), [big]);
    expect(chunks.map(({ symbol }) => symbol)).toEqual(['Big', 'm10', 'm40', 'm71']);
    expect(ranges(chunks)).toEqual([
      [1, 9],
      [10, 34],
      [35, 64],
      [65, 100],
    ]);
    expect(chunks[1]).toMatchObject({ parentChunk: 'Big', kind: 'method', scope: ['Big'] });
    expect(chunks[0]).toMatchObject({ parentChunk: '', kind: 'class', parts: 1 });
    expect(chunks[0]!.defines).toEqual([{ name: 'Big', kind: 'class', startLine: 1, endLine: 100 }]);
  });

  it('joins a closing brace to the last member', () => {
    const members = [4, 50].map((start) => segment(start, start + 44, { symbol: `m${start}`, kind: 'method' }));
    const chunks = chunksFrom(source(lines(96)), [segment(1, 96, { symbol: 'Big', kind: 'class', children: members })]);
    expect(ranges(chunks)).toEqual([
      [1, 3],
      [4, 48],
      [49, 96],
    ]);
  });

  it('keeps a small class whole, and a function with a function inside', () => {
    const inner = segment(4, 12, { symbol: 'inner' });
    expect(ranges(chunksFrom(source(lines(18)), [segment(1, 18, { kind: 'class', children: [inner] })]))).toEqual([
      [1, 18],
    ]);
    expect(ranges(chunksFrom(source(lines(60)), [segment(1, 60, { children: [inner] })]))).toEqual([[1, 60]]);
  });

  it('cuts a long function into parts that overlap, at blank lines, and says so', () => {
    const body = lines(200, '    x').split('\n');
    body[60] = '';
    const chunks = chunksFrom(source(body.join('\n')), [segment(1, 200, { symbol: 'long', scope: ['Outer'] })]);
    expect(chunks.length).toBe(4);
    expect(chunks.map(({ part, parts }) => `${part}/${parts}`)).toEqual(['1/4', '2/4', '3/4', '4/4']);
    expect(new Set(chunks.map(({ parentChunk }) => parentChunk))).toEqual(new Set(['Outer.long']));
    for (const [at, chunk] of chunks.slice(1).entries()) {
      expect(chunk.startLine).toBeLessThanOrEqual(chunks[at]!.endLine);
      expect(chunks[at]!.endLine - chunk.startLine).toBeLessThan(LIMITS.overlapLines);
    }
    expect(chunks[0]!.defines.map(({ name }) => name)).toEqual(['long']);
    expect(chunks[1]!.defines).toEqual([]);
  });

  it('cuts plain text without overlap', () => {
    const chunks = chunksFrom(source(lines(130)), []);
    expect(ranges(chunks).flat()).toEqual([1, 43, 44, 87, 88, 130]);
    expect(chunks.every(({ parts, nodeType, kind }) => parts === 1 && nodeType === 'lines' && kind === 'text')).toBe(
      true,
    );
  });

  it('cuts inside a line of half a megabyte at character boundaries', () => {
    const text = `${'日本語テキスト😀'.repeat(20_000)}\nlast`;
    const chunks = chunksFrom(source(text), []);
    expect(chunks.map(({ text }) => text).join('')).toBe(text.replace('\n', ''));
    expect(chunks.at(-1)).toMatchObject({ startLine: 2, endLine: 2 });
    expect(
      chunks
        .slice(0, -1)
        .every(({ startLine, endLine, text }) => startLine === 1 && endLine === 1 && !text.includes('\ufffd')),
    ).toBe(true);
  });

  it('cuts UTF-16 between characters too', () => {
    const text = `\ufeff${'😀é'.repeat(15_000)}`;
    const read = sourceOf(new Uint8Array(Buffer.from(text, 'utf16le')), 'text')!;
    expect(
      chunksFrom(read, [])
        .map(({ text }) => text)
        .join(''),
    ).toBe(text);
  });

  it('gives references without a segment to the chunk of their line', () => {
    const chunks = chunksFrom(
      source(lines(30)),
      [segment(9, 18, { symbol: 'f' }), segment(20, 30, { symbol: 'g' })],
      [
        { name: 'fs', kind: 'import', from: 'node:fs', line: 2 },
        { name: 'call', kind: 'call', line: 12 },
        { name: 'call', kind: 'call', line: 14 },
      ],
    );
    expect(chunks.map(({ references }) => references)).toEqual([
      [{ name: 'fs', kind: 'import', from: 'node:fs' }],
      [{ name: 'call', kind: 'call' }],
      [],
    ]);
  });

  it('has nothing to say about nothing', () => {
    expect(chunksFrom(source(''), [])).toEqual([]);
    expect(chunksFrom(source('\n \n\t\r\n'), [segment(1, 2)])).toEqual([]);
  });
});
