/** Files that resolvers ask for: what is asked again, and that an answer does not depend on other questions. */

import { describe, expect, it } from 'vitest';
import { AskedFiles, KeptValues } from '../../../src/graph/askedFiles.ts';
import { filesSeeing, includedBy } from '../../../src/graph/pathIndex.ts';
import type { SymbolHit } from '../../../src/graph/referenceModel.ts';
import { findSymbols } from '../../../src/graph/symbols.ts';
import { contextOf, links } from '../../helpers/links.ts';

describe('AskedFiles', () => {
  it('asks a question again only if what stopped it was read', async () => {
    const asked = new AskedFiles(await contextOf({ 'a.py': 'a = 1\n', 'b.py': 'b = 1\n' }), async () => []);
    const times: Record<string, number> = {};
    const questions = ['', 'a.py', 'a.py b.py', 'none.py', 'a.py none.py b.py'];
    const answers = await asked.answers(questions, (question) => {
      times[question] = (times[question] ?? 0) + 1;
      asked.need(question.split(' ').filter((path) => path !== ''));
      return question.split(' ').map((path) => path !== '' && asked.fileAt(path) !== null);
    });
    expect(answers).toEqual([[false], [true], [true, true], [false], [true, false, true]]);
    expect(times).toEqual({ '': 1, 'a.py': 2, 'a.py b.py': 2, 'none.py': 2, 'a.py none.py b.py': 2 });
  });

  it('resolves each mention of a batch, however many files all of them need', async () => {
    const sources: Record<string, string> = {};
    for (let at = 0; at < 160; at++) {
      sources[`u${at}.py`] = `from m${at} import Model${at}\n\nModel${at}().close()\n`;
      sources[`m${at}.py`] = `from b${at} import Base${at}\n\n\nclass Model${at}(Base${at}):\n    pass\n`;
      sources[`b${at}.py`] = `class Base${at}:\n    def close(self):\n        pass\n`;
    }
    const found = await links(sources, 'close');
    expect(Object.values(found).filter((target) => target === null)).toEqual([]);
    expect(Object.keys(found)).toHaveLength(160);
  });
});

describe('KeptValues', () => {
  it('computes a value once, and one that depends on itself anew for each question', () => {
    const values = new KeptValues();
    const made: string[] = [];
    const needs: Record<string, string[]> = { a: ['b'], b: ['a', 'c'], c: [], d: ['c', 'c'] };
    const of = (name: string): string =>
      values.once(name, '?', () => {
        made.push(name);
        return `${name}(${needs[name]!.map(of).join()})`;
      });
    const ask = (name: string): string => values.answer('', () => of(name));
    expect([ask('a'), ask('b'), ask('d'), ask('a')]).toEqual([
      'a(b(?,c()))',
      'b(a(?),c())',
      'd(c(),c())',
      'a(b(?,c()))',
    ]);
    expect(made.filter((name) => name === 'c')).toHaveLength(1);
  });

  it('is open where the way is too long, also if a part of it was asked before', () => {
    const ask = (values: KeptValues, from: number): number => {
      const of = (at: number): number => values.once(String(at), 0, () => (at === 0 ? 1 : of(at - 1)));
      return values.answer(-1, () => of(from));
    };
    const fresh = [10, 59, 60, 100].map((from) => ask(new KeptValues(), from));
    const values = new KeptValues();
    expect(fresh).toEqual([1, 1, -1, -1]);
    expect([10, 59, 60, 100].map((from) => ask(values, from))).toEqual(fresh);
  });
});

it('looks at included files only as far as it must', () => {
  const graph = new Map(Array.from({ length: 100 }, (_, at): [string, string[]] => [`${at}.h`, [`${at + 1}.h`]]));
  const looked: string[] = [];
  const get = (path: string): string[] | undefined => {
    looked.push(path);
    return graph.get(path);
  };
  const isIncluded = includedBy({ ...graph, get } as unknown as typeof graph, ['0.h']);
  expect([isIncluded('3.h'), isIncluded('2.h'), looked.length]).toEqual([true, true, 3]);
  expect([isIncluded('200.h'), isIncluded('90.h'), looked.length]).toEqual([false, true, 101]);
});

it('reads no file for a member that stands there only without a receiver', async () => {
  const sources = {
    'shop/item.py': 'class Item:\n    ident: int = 0\n',
    'shop/key.py': 'from shop.item import Item\n\nshow(Item, ident=1)\n',
    'shop/use.py': 'from shop.item import Item\n\n\ndef f(item: Item):\n    return item.ident\n',
    'shop/long.py': 'from shop.item import Item\n\n\ndef f(item: Item):\n    return (item\n        .ident)\n',
  };
  const context = await contextOf(sources);
  const targets: SymbolHit[] = await findSymbols(context, 'ident');
  expect(targets.map(({ path }) => path)).toEqual(['shop/item.py']);
  const keys = await filesSeeing(context, new Set(['ident']), targets);
  expect([...new Set(keys)].filter((key) => !key.includes('item.py'))).toEqual([
    'shop/long.py:python',
    'shop/use.py:python',
  ]);
  expect(await links(sources, 'ident', 'use')).toEqual({
    'shop/long.py:6': 'shop/item.py Item.ident',
    'shop/use.py:5': 'shop/item.py Item.ident',
  });
});
