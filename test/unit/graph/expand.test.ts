/** The walk over references: typed edges, what ambiguous names do, where to look, the same digits in any order of rows. */

import { describe, expect, test } from 'vitest';
import type { Reference } from '../../../src/base/types.ts';
import { expand, type Neighbour } from '../../../src/graph/findNeighbours.ts';
import type { Seed } from '../../../src/graph/referenceGraph.ts';
import { buildReferenceGraph, type GraphChunk, type GraphRow } from '../../../src/graph/referenceGraph.ts';

interface Source extends Partial<Omit<GraphRow, 'defines'>> {
  path: string;
  defines?: readonly string[];
}

/** One chunk: `{ path, defines: ['open'], references: [call('read')] }` */
function chunk({ path, defines = [], ...more }: Source): GraphChunk {
  const startLine = more.startLine ?? 1;
  const row: GraphRow = {
    chunkId: `${path}:${startLine}`,
    blobSha: path,
    language: 'typescript',
    kind: 'function',
    symbol: defines[0] ?? '',
    scope: [],
    startLine,
    endLine: startLine + 9,
    part: 1,
    parts: 1,
    references: [],
    ...more,
    defines: defines.map((name) => ({ name, kind: 'function', startLine, endLine: startLine + 9 })),
  };
  return { path, status: 'committed', row };
}

const call = (name: string, from?: string): Reference => ({
  name,
  kind: 'call',
  ...(from === undefined ? {} : { from }),
});
const type = (name: string): Reference => ({ name, kind: 'type' });
const inherit = (name: string): Reference => ({ name, kind: 'inherit' });
const imports = (name: string, from: string): Reference => ({ name, kind: 'import', from });

const seedOf = ({ path, row }: GraphChunk, score = 1): Seed => ({ path, row, score });

function walk(
  chunks: readonly GraphChunk[],
  seeds: readonly Seed[],
  mentions: (name: string) => number = () => 1,
): Neighbour[] {
  return expand(buildReferenceGraph(chunks, mentions), seeds);
}

const told = (found: readonly Neighbour[]): string[] =>
  found.filter(({ isSeed }) => !isSeed).map(({ chunk: { path }, links }) => [path, ...links.map(linkText)].join(' '));
const linkText = ({ name, isUser }: Neighbour['links'][number]): string => `${isUser ? 'uses' : 'defines'} ${name}`;

describe('by which names', () => {
  const open = chunk({
    path: 'src/open.ts',
    defines: ['open'],
    references: [call('read'), type('Options'), inherit('Base')],
  });

  test('what a hit may use', () => {
    const found = walk(
      [
        open,
        chunk({ path: 'src/read.ts', defines: ['read'] }),
        chunk({ path: 'src/options.ts', defines: ['Options'], kind: 'interface' }),
        chunk({ path: 'src/base.ts', defines: ['Base'], kind: 'class' }),
      ],
      [seedOf(open)],
    );
    expect(told(found).sort()).toEqual([
      'src/base.ts defines Base',
      'src/options.ts defines Options',
      'src/read.ts defines read',
    ]);
  });

  test('what may use a hit', () => {
    const found = walk(
      [
        open,
        chunk({ path: 'src/main.ts', defines: ['main'], references: [call('open')] }),
        chunk({ path: 'src/sub.ts', defines: ['Sub'], references: [inherit('open')] }),
        chunk({ path: 'src/all.ts', references: [imports('open', './open')], kind: 'text' }),
        chunk({ path: 'test/open.test.ts', references: [call('open')], kind: 'text' }),
      ],
      [seedOf(open)],
    );
    expect(told(found).sort()).toEqual([
      'src/all.ts uses open',
      'src/main.ts uses open',
      'src/sub.ts uses open',
      'test/open.test.ts uses open',
    ]);
  });

  test('a method leads to its class, and over it to who uses the class', () => {
    const method = chunk({ path: 'src/store.ts', defines: ['flush'], kind: 'method', scope: ['Store'], startLine: 20 });
    const found = walk(
      [
        method,
        chunk({ path: 'src/store.ts', defines: ['Store'], kind: 'class' }),
        chunk({ path: 'src/user.ts', defines: ['user'], references: [type('Store')] }),
      ],
      [seedOf(method)],
    );
    expect(told(found)).toEqual(['src/store.ts', 'src/user.ts']);
  });

  test('of a caller in several parts the one that calls is shown', () => {
    const parts = [1, 2].map((part) =>
      chunk({
        path: 'src/long.ts',
        defines: part === 1 ? ['long'] : [],
        symbol: 'long',
        part,
        parts: 2,
        startLine: part * 50,
        references: part === 2 ? [call('open')] : [],
      }),
    );
    const found = walk([open, ...parts], [seedOf(open)]);
    expect(found.filter(({ isSeed }) => !isSeed).map(({ chunk: { row } }) => row.startLine)).toEqual([100]);
  });
});

describe('what a name means', () => {
  const user = (references: Reference[], path = 'src/a/user.ts') => chunk({ path, defines: ['user'], references });

  test('the same file before the same folder before others', () => {
    const start = user([call('read')]);
    const near = chunk({ path: 'src/a/read.ts', defines: ['read'] });
    const far = chunk({ path: 'src/b/read.ts', defines: ['read'] });
    const own = chunk({ path: 'src/a/user.ts', defines: ['read'], startLine: 30 });
    expect(told(walk([start, far, near, own], [seedOf(start)]))).toEqual(['src/a/user.ts defines read']);
    expect(told(walk([start, far, near], [seedOf(start)]))).toEqual(['src/a/read.ts defines read']);
  });

  test('an import decides, also against', () => {
    const start = user([imports('read', '../b/read'), call('read')]);
    const near = chunk({ path: 'src/a/near.ts', defines: ['read'] });
    const far = chunk({ path: 'src/b/read.ts', defines: ['read'] });
    expect(told(walk([start, near, far], [seedOf(start)]))).toEqual(['src/b/read.ts defines read defines read']);
    expect(told(walk([start, near], [seedOf(start)]))).toEqual([]);
  });

  test('a receiver that fits counts more than one of which nothing is known', () => {
    const start = user([call('get', 'client'), call('put', 'thing')]);
    const client = chunk({ path: 'src/b/client.ts', defines: ['get'], kind: 'method', scope: ['Client'] });
    const other = chunk({ path: 'src/b/other.ts', defines: ['put'], kind: 'method', scope: ['Other'] });
    const found = walk([start, client, other], [seedOf(start)]).filter(({ isSeed }) => !isSeed);
    expect(found.map(({ chunk: { path } }) => path)).toEqual(['src/b/client.ts', 'src/b/other.ts']);
    expect(found[1]!.score).toBeLessThan(0.5);
  });

  test('several that fit equally well share, too many tell nothing, other languages are others', () => {
    const start = user([call('read')]);
    const some = (count: number) =>
      Array.from({ length: count }, (_, at) => chunk({ path: `src/${at}/x.ts`, defines: ['read'] }));
    const [one, two] = walk([start, ...some(2)], [seedOf(start)]).filter(({ isSeed }) => !isSeed);
    expect(one!.score).toBe(two!.score);
    expect(told(walk([start, ...some(9)], [seedOf(start)]))).toEqual([]);
    expect(
      told(walk([start, chunk({ path: 'src/read.py', defines: ['read'], language: 'python' })], [seedOf(start)])),
    ).toEqual([]);
  });
});

describe('the walk', () => {
  const start = chunk({ path: 'a.ts', defines: ['a'], references: [call('b'), call('everywhere')] });
  const b = chunk({ path: 'b.ts', defines: ['b'], references: [call('a'), call('c')] });
  const c = chunk({ path: 'c.ts', defines: ['c'], references: [call('a')] });
  const everywhere = chunk({ path: 'd.ts', defines: ['everywhere'] });

  test('ends in circles, with scores from above 0 to 1, the same in any order of rows', () => {
    const chunks = [start, b, c, everywhere];
    const found = walk(chunks, [seedOf(start)]);
    expect(found.map(({ chunk: { path } }) => path).sort()).toEqual(['a.ts', 'b.ts', 'c.ts', 'd.ts']);
    expect(Math.max(...found.map(({ score }) => score))).toBe(1);
    expect(Math.min(...found.map(({ score }) => score))).toBeGreaterThan(0);
    expect(walk(chunks.toReversed(), [seedOf(start)])).toEqual(found);
  });

  test('a name that is mentioned everywhere says less than a rare one', () => {
    const rare = walk([start, b, everywhere], [seedOf(start)], (name) => (name === 'everywhere' ? 1000 : 1));
    const place = (found: readonly Neighbour[], path: string) => found.find(({ chunk }) => chunk.path === path)!.score;
    expect(place(rare, 'd.ts')).toBeLessThan(place(rare, 'b.ts') / 2);
  });

  test('better hits lend more', () => {
    const one = chunk({ path: '1.ts', defines: ['one'], references: [call('b')] });
    const two = chunk({ path: '2.ts', defines: ['two'], references: [call('c')] });
    const targets = [chunk({ path: 'b.ts', defines: ['b'] }), chunk({ path: 'c.ts', defines: ['c'] })];
    const order = (first: number, second: number) =>
      told(walk([one, two, ...targets], [seedOf(one, first), seedOf(two, second)]));
    expect(order(2, 1)).toEqual(['b.ts defines b', 'c.ts defines c']);
    expect(order(1, 2)).toEqual(['c.ts defines c', 'b.ts defines b']);
  });

  test('nowhere to start from leads nowhere', () => {
    expect(walk([start, b], [])).toEqual([]);
    expect(walk([b], [seedOf(start)])).toEqual([]);
    expect(walk([], [seedOf(start)])).toEqual([]);
  });
});
