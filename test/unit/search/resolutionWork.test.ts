/** Resolving many references to many definitions of one name: the definitions are looked at in proportion, and not once for each reference. */

import { describe, expect, it } from 'vitest';
import {
  type Blocks,
  type Heads,
  type Imported,
  type Site,
  type Target,
  type TypeName,
  targetSets,
} from '../../../src/graph/referenceModel.ts';
import { resolveReference } from '../../../src/graph/resolveReference.ts';
import { basesOf, firstOfBases, nearBases } from '../../../src/graph/visibleTargets.ts';

interface Shape {
  language: string;
  /** What the n-th definition and the n-th reference are. */
  target: (at: number) => Partial<Target>;
  site: (at: number) => Partial<Site>;
  from?: string;
}

const NO_IMPORTS: readonly Imported[] = [];
const star: Imported[] = [{ local: '*', name: null, paths: new Set(['a', 'b']) }];
const named: Imported[] = [{ local: 'f', name: 'f', paths: new Set(['b']) }];
const chain: Heads = new Map(
  Array.from({ length: 4000 }, (_, at) => [`A${at + 1}`, [{ name: `A${at}`, from: null }]] as const),
);

const SHAPES: Record<string, Shape> = {
  'functions of one name, each with a call of itself': {
    language: 'typescript',
    target: () => ({}),
    site: () => ({ scope: ['f'] }),
  },
  'functions of one name, called in functions of different names': {
    language: 'typescript',
    target: () => ({}),
    site: (at) => ({ scope: [`g${at}`] }),
  },
  'methods of one name in classes of one name': {
    language: 'python',
    target: () => ({ kind: 'method', scope: ['A'] }),
    site: () => ({ scope: ['A', 'f'], owner: 'A' }),
    from: 'self',
  },
  'methods of one name in different classes': {
    language: 'java',
    target: (at) => ({ kind: 'method', scope: [`A${at}`] }),
    site: (at) => ({ scope: [`A${at}`, 'f'], owner: `A${at}` }),
  },
  'a line of classes whose first alone has the method': {
    language: 'python',
    target: (at) => ({ kind: 'method', scope: [at === 0 ? 'A0' : `B${at}`] }),
    site: (at) => ({ scope: [`A${at}`, 'g'], owner: `A${at}`, heads: chain }),
    from: 'self',
  },
  'functions of a module that is imported': {
    language: 'typescript',
    target: () => ({ path: 'b' }),
    site: (at) => ({ scope: [`g${at}`], imports: named }),
  },
  'functions of two modules that are imported whole': {
    language: 'python',
    target: (at) => ({ path: at % 2 === 0 ? 'a' : 'b' }),
    site: (at) => ({ path: 'c', scope: [`g${at}`], imports: star }),
  },
  'functions of a folder': {
    language: 'go',
    target: () => ({ path: 'p/b' }),
    site: (at) => ({ path: 'p/c', scope: [`g${at}`] }),
  },
  'macros that are defined anew': {
    language: 'c',
    target: (at) => ({ kind: 'constant', startLine: 2 * at }),
    site: (at) => ({ line: 2 * at + 1 }),
  },
  'functions that only their linkage joins': {
    language: 'c',
    target: (at) => ({ path: `d${at % 10}/b.c` }),
    site: (at) => ({ path: 'd3/c.c', scope: [`g${at}`] }),
  },
};

describe('resolveReference', () => {
  it.each(Object.entries(SHAPES))('looks at %s in proportion', (_, shape) => {
    const [few, many] = [lookAt(shape, 400), lookAt(shape, 4000)];
    expect(many).toBeLessThan(11 * few);
    expect(many).toBeLessThan(80 * 4000);
  });
});

/** @returns how often a definition's properties were read */
function lookAt({ language, target, site, from }: Shape, count: number): number {
  let reads = 0;
  const targets = Array.from({ length: count }, (_, at) => {
    const whole: Target = {
      ...{ name: 'f', kind: 'function', path: 'a', language, scope: [], signature: '', startLine: at },
      ...target(at),
    };
    return new Proxy(whole, {
      get: (object, property) => {
        reads += 1;
        return Reflect.get(object, property);
      },
    });
  });
  const sets = targetSets(targets);
  const sees = (): boolean => true;
  for (let at = 0; at < count; at++) {
    const place: Site = {
      ...{ path: 'a', language, line: at, scope: [], owner: null, heads: NO_HEADS, imports: NO_IMPORTS, sees },
      ...{
        bindingOf: () => null,
        isPath: false,
        isMacro: false,
        isTag: false,
        moduleFromHere: () => null,
        blocksOf: () => NO_BLOCKS,
        blockAt: () => null,
        isTypeParameter: () => false,
      },
      ...{ isLocal: () => false, tags: () => false, typeOf: () => null, modulePaths: () => new Set<string>() },
      ...{ sourcesOf: () => new Set<string>(), constantOf: () => null },
      ...site(at),
    };
    resolveReference({ name: 'f', kind: 'call', ...(from === undefined ? {} : { from }) }, place, sets);
  }
  return reads;
}

const NO_HEADS: Heads = new Map();
const NO_BLOCKS: Blocks = { all: [], byLine: new Map() };

describe('firstOfBases', () => {
  it('asks the bases in their order, whatever inherits from what', () => {
    const random = randomOf(7);
    for (let round = 0; round < 3000; round++) {
      const size = 2 + Math.floor(random() * 6);
      const heads: Heads = new Map(
        Array.from({ length: size }, (_, at) => [
          `C${at}`,
          Array.from(
            { length: Math.floor(random() * 4) },
            (): TypeName => ({ name: `C${Math.floor(random() * (size + 2))}`, from: random() < 0.1 ? 'm' : null }),
          ),
        ]),
      );
      const answers = new Set(Array.from({ length: 2 }, () => `C${Math.floor(random() * (size + 2))}`));
      const ask = ({ name }: TypeName): string | null => (answers.has(name) ? name : null);
      const known = new Map();
      for (const owner of [...heads.keys(), ...heads.keys()]) {
        const bases = [...basesOf(heads, owner)].filter(({ name, from }) => name !== owner || from !== null);
        const expected = bases.map(ask).find((answer) => answer !== null) ?? null;
        expect(firstOfBases(heads, owner, ask, known), JSON.stringify([owner, [...heads], [...answers]])).toBe(
          expected,
        );
      }
    }
  });

  it('asks each class of a long line once', () => {
    let asked = 0;
    const known = new Map();
    for (const owner of [...chain.keys()].reverse())
      firstOfBases(
        chain,
        owner,
        () => {
          asked += 1;
          return null;
        },
        known,
      );
    expect(asked).toBeLessThanOrEqual(chain.size);
  });

  it('looks at few classes of other files for each owner', () => {
    let looked = 0;
    const get = (name: string) => {
      looked += 1;
      return chain.get(name);
    };
    const heads = { get, has: (name: string) => get(name) !== undefined, isElsewhere: () => true };
    for (const owner of chain.keys()) firstOfBases(nearBases(heads), owner, () => null, new Map());
    expect(looked).toBeLessThan(200 * chain.size);
  });
});

function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
}
