/** Who calls whom, over several steps, and how a chain of calls is drawn. */

import { describe, expect, it } from 'vitest';
import { renderCalls } from '../../../src/cli/render/renderPlaces.ts';
import { type CallEdge, findCallees, findCallers } from '../../../src/graph/findRelations.ts';
import { clientRepo, shownCall, withSymbols } from '../../helpers/clientRepo.ts';
import { cora } from '../../helpers/cora.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

describe('call chains', () => {
  it('go upwards and downwards, as far as asked, through recursion once', async () => {
    const repo = clientRepo();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      expect((await findCallers(context, 'Client.fetch', 1)).map(shownCall)).toEqual([
        '1 load > fetch main.py:10 app/client.py:10',
      ]);
      expect((await findCallers(context, 'fetch', 5)).map(shownCall)).toEqual([
        '1 load > fetch main.py:10 app/client.py:10',
        '2 main > load main.py:6 main.py:9',
      ]);
      expect((await findCallees(context, 'fetch', 1)).map(shownCall)).toEqual([
        '1 fetch > lookup app/client.py:11 app/cache.py:5',
        '1 fetch > download app/client.py:12 app/client.py:14',
      ]);
      expect((await findCallees(context, 'fetch', 9)).map(shownCall)).toEqual([
        '1 fetch > lookup app/client.py:11 app/cache.py:5',
        '1 fetch > download app/client.py:12 app/client.py:14',
        '2 download > retry app/client.py:15 app/client.py:18',
        '2 download > download app/client.py:15 app/client.py:14',
      ]);
    });
  });

  it('run through a class only by its constructor', async () => {
    const repo = clientRepo();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const calls = (await findCallees(context, 'main', 2)).map(({ depth, callee }) => `${depth} ${callee.symbol}`);
      expect(calls).toEqual(['1 load', '1 Client', '2 Cache', '2 fetch']);
    });
  });

  it('do not go into a copy of the file that they lead to', async () => {
    const tool = 'def first():\n    return second()\n\n\ndef second():\n    return 1\n';
    const repo = tempRepo();
    repo.file('one/tool.py', tool).file('two/tool.py', tool);
    repo.file('main.py', 'from one.tool import first\n\n\ndef main():\n    return first()\n').commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      expect((await findCallees(context, 'main', 2)).map(shownCall)).toEqual([
        '1 main > first main.py:5 one/tool.py:1',
        '2 first > second one/tool.py:2 one/tool.py:5',
      ]);
    });
  });
});

describe('the tree of a call chain', () => {
  it('hangs a call below the definition that it is in, not below another of its name', async () => {
    const repo = tempRepo();
    repo.file('price.ts', 'export function price() {\n  return 1;\n}\n');
    for (const [name, user] of [
      ['cart', 'buy'],
      ['bill', 'pay'],
    ]) {
      repo.file(
        `${name}.ts`,
        `import { price } from './price';\n\nexport function total() {\n  return price() + price();\n}\n`,
      );
      repo.file(
        `${user}.ts`,
        `import { total } from './${name}';\n\nexport function ${user}() {\n  return total();\n}\n`,
      );
    }
    repo.commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      expect(renderCalls(await findCallers(context, 'price', 2), 'callers')).toBe(
        ['total  bill.ts:4', '  pay  pay.ts:4', 'total  cart.ts:4', '  buy  buy.ts:4', ''].join('\n'),
      );
      const callees = [...(await findCallees(context, 'buy', 2)), ...(await findCallees(context, 'pay', 2))];
      expect(renderCalls(callees, 'callees')).toBe(
        [
          'total  cart.ts:3  called at buy.ts:4',
          '  price  price.ts:1  called at cart.ts:4',
          'total  bill.ts:3  called at pay.ts:4',
          '  price  price.ts:1  called at bill.ts:4',
          '',
        ].join('\n'),
      );
    });
  });

  it('lists two callers of one name in one file as two', async () => {
    const repo = tempRepo();
    const shapes = ['Circle', 'Square'].map((name) => `class ${name}:\n    def area(self):\n        return scale(1)\n`);
    repo.file('shapes.py', `def scale(n):\n    return n\n\n\n${shapes.join('\n\n')}`).commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const callers = await findCallers(context, 'scale', 1);
      expect(callers.map(shownCall)).toEqual([
        '1 area > scale shapes.py:7 shapes.py:1',
        '1 area > scale shapes.py:12 shapes.py:1',
      ]);
      expect(renderCalls(callers, 'callers')).toBe('area  shapes.py:7, 12\n');
    });
  });

  it('tells definitions of one name in one file apart by their lines', () => {
    const edge = (depth: number, caller: [string, number], callee: [string, number]): CallEdge => ({
      depth,
      caller: { symbol: caller[0], path: 'a.ts', line: caller[1] },
      callee: { symbol: callee[0], path: 'a.ts', line: callee[1] },
      by: 'import',
    });
    const callers = [
      edge(1, ['run', 2], ['one', 90]),
      edge(1, ['run', 12], ['two', 95]),
      edge(2, ['late', 50], ['run', 10]),
      edge(2, ['early', 40], ['run', 1]),
    ];
    expect(renderCalls(callers, 'callers')).toBe('run  a.ts:2\n  early  a.ts:40\nrun  a.ts:12\n  late  a.ts:50\n');
    const callees = [
      edge(1, ['main', 60], ['run', 10]),
      edge(1, ['main', 61], ['run', 1]),
      edge(2, ['run', 12], ['late', 50]),
      edge(2, ['run', 2], ['early', 40]),
    ];
    expect(renderCalls(callees, 'callees')).toBe(
      [
        'run  a.ts:10  called at a.ts:60',
        '  late  a.ts:50  called at a.ts:12',
        'run  a.ts:1  called at a.ts:61',
        '  early  a.ts:40  called at a.ts:2',
        '',
      ].join('\n'),
    );
  });
});
