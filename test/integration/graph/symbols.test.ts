/** Definitions and references of a real repository: from the table, after commits, and with uncommitted edits. */

import { describe, expect, it } from 'vitest';
import { findCallees, findCallers } from '../../../src/graph/findRelations.ts';
import { findReferences, findSymbols } from '../../../src/graph/symbols.ts';
import { nearNames } from '../../../src/search/assumeNames.ts';
import { CACHE, clientRepo, MAIN, shownCall, withSymbols } from '../../helpers/clientRepo.ts';
import { cora } from '../../helpers/cora.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

const EXPORT = `<?php
class Export
{
    public function all($page): string
    {
        $body = (new Content($page))->render();
        $html = view('page', [
            'page' => $page,
            'name' => user()->getName(),
        ])->render();
        $text = view('page', [user()->getName()])
            ->render();
        return $html . (new Content($page))
            ->render();
    }
}
`;

describe('symbols and references', () => {
  it('finds definitions with their lines, by plain and by qualified name', async () => {
    const repo = clientRepo();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const both = await findSymbols(context, 'lookup');
      expect(both.map(({ path, scope, startLine, endLine, kind }) => [path, scope, startLine, endLine, kind])).toEqual([
        ['app/cache.py', ['Cache'], 5, 6, 'method'],
        ['app/cache.py', ['Disk'], 10, 11, 'method'],
      ]);
      expect((await findSymbols(context, 'Disk.lookup')).map(({ startLine }) => startLine)).toEqual([10]);
      expect((await findSymbols(context, 'Cache::lookup')).map(({ startLine }) => startLine)).toEqual([5]);
      expect(await findSymbols(context, 'Client.lookup')).toEqual([]);
      expect((await findSymbols(context, 'client')).map(({ name }) => name)).toEqual(['Client']);
      expect(await findSymbols(context, 'nothing_of_that_name')).toEqual([]);
    });
  });

  it('knows what a misspelt qualified name meant: its inner, its outer or both', async () => {
    const repo = clientRepo();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const near = (name: string) => nearNames(context, name);
      expect(await near('Cache.lookpu')).toEqual(['Cache.lookup']);
      expect(await near('Cache.loo')).toEqual(['Cache.lookup']);
      expect(await near('cahce::lookpu')).toEqual(['Cache::lookup']);
      expect(await near('cache#lookup')).toEqual(['Cache#lookup']);
      // The outer one is of no type that has it.
      expect(await near('Client.lookup')).toEqual(['Cache.lookup', 'Disk.lookup']);
      expect(await near('Zzyzx.lookup')).toEqual(['Cache.lookup', 'Disk.lookup']);
      expect(await near('Clietn.zzyzx')).toEqual(['Client']);
      expect(await near('Zzyzx.zzyzx')).toEqual([]);
      expect(await near('Disk.lookup')).toEqual([]);
      expect(await near('Cache.lookup')).toEqual([]);
    });
  });

  it('finds names of hundreds of letters, and who calls them', async () => {
    const names = [64, 65, 121, 201, 500].map((length) => `test${'ValueIsSkipped'.repeat(40)}`.slice(0, length));
    const repo = tempRepo();
    repo.file('a.go', `package a\n${names.map((name) => `\nfunc ${name}(a int) {\n\tprintln(a)\n}\n`).join('')}`);
    repo.file('b.go', `package a\n\nfunc all() {\n${names.map((name) => `\t${name}(1)\n`).join('')}}\n`).commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      for (const [at, name] of names.entries()) {
        expect(await findSymbols(context, name)).toMatchObject([{ path: 'a.go', startLine: 3 + 4 * at, name }]);
        expect(await findReferences(context, name)).toMatchObject([{ path: 'b.go', line: 4 + at, symbol: 'all' }]);
        const { results } = await cora(repo).query(`where is ${name} tested`);
        expect(results[0]).toMatchObject({ path: 'a.go', symbol: name });
      }
    });
  });

  it('leaves out what another module of the view qualifies, where modules inherit nothing', async () => {
    const repo = tempRepo();
    repo.file('lib/agent.ex', 'defmodule Agent do\n  def call(a), do: a\n\n  def call(a, b), do: {a, b}\nend\n');
    repo.file('lib/plain.ex', 'defmodule Plain do\n  def other(a), do: a\nend\n');
    const calls = ['Agent.call(x)', 'GenServer.call(x, 1)', 'Plain.call(x)', 'Elsewhere.call(x)', 'x.call(1)'];
    repo.file('lib/use.ex', `defmodule Use do\n  def run(x) do\n${calls.join('\n')}\n  end\nend\n`).commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const linesOf = async (name: string) =>
        (await findReferences(context, name)).map(({ path, preview }) => `${path} ${preview}`);
      // What the view does not know may be another name of the module.
      expect(await linesOf('GenServer.call')).toEqual([
        'lib/use.ex GenServer.call(x, 1)',
        'lib/use.ex Elsewhere.call(x)',
        'lib/use.ex x.call(1)',
      ]);
      expect(await linesOf('Agent.call')).toContain('lib/use.ex Agent.call(x)');
      expect(await linesOf('Agent.call')).not.toContain('lib/use.ex Plain.call(x)');
      expect(await linesOf('call')).toHaveLength(5);
    });
  });

  it('counts a component once: where its tag opens', async () => {
    const repo = tempRepo();
    const tags = '<Card title="a">\n<Deck>\n<b>x</b>\n</Deck>\n</Card>\n<Card />';
    repo.file('card.tsx', 'export function Card() {\n  return <b />;\n}\n');
    repo.file('page.tsx', `export function Page() {\nreturn (\n${tags}\n)\n}\n`);
    repo.file('page.vue', `<template>\n${tags}\n</template>\n`).commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const placesOf = async (name: string) =>
        (await findReferences(context, name)).map(({ path, line }) => `${path}:${line}`);
      expect(await placesOf('Card')).toEqual(['page.tsx:3', 'page.tsx:8', 'page.vue:2', 'page.vue:7']);
      expect(await placesOf('Deck')).toEqual(['page.tsx:4', 'page.vue:3']);
    });
  });

  it('tells the spaces of names of Terraform apart', async () => {
    const repo = tempRepo();
    const block = 'locals {\n  a = local.size\n  b = var.size\n  c = module.size.id\n  d = aws_disk.size.id\n}\n';
    repo.file('main.tf', block).file('size.py', 'a = local.size()\nb = var.size()\n').commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const linesOf = async (name: string) =>
        (await findReferences(context, name)).filter(({ path }) => path === 'main.tf').map(({ line }) => line);
      expect(await linesOf('size')).toEqual([2, 3, 4, 5]);
      expect(await linesOf('local.size')).toEqual([2]);
      expect(await linesOf('var.size')).toEqual([3]);
      expect(await linesOf('module.size')).toEqual([4]);
      expect(await linesOf('aws_disk.size')).toEqual([5]);
      expect((await findReferences(context, 'local.size')).map(({ path }) => path)).toContain('size.py');
    });
  });

  it('gives each function of a chunk its own signature where several have one name', async () => {
    const before = Array.from({ length: 40 }, (_, at) => `  @before${at} %{name: "before ${at}", value: ${at}}\n`);
    const repo = tempRepo();
    repo.file(
      'lib/cast.ex',
      `defmodule Cast do
${before.join('')}
  def cast({data, types}, params) when is_map(data) do
    run(data, types, params)
  end

  def cast(
        %Changeset{} = changeset,
        params
      ) do
    merged = merge(changeset, params)
    run(merged, merged.types)
    merged
  end
end
`,
    );
    repo.commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      expect((await findSymbols(context, 'Cast.cast')).map(({ signature }) => signature)).toEqual([
        'def cast({data, types}, params) when is_map(data) do',
        'def cast(%Changeset{} = changeset, params)',
      ]);
    });
  });

  it('gives each extension function of a chunk its own receiver and signature', async () => {
    const repo = tempRepo();
    const lines = [
      'fun Text?.load(a: Int) = a',
      'fun <T> Map<T, List<T>>.load(b: T) = b',
      'fun save() = 1',
      'fun Disk.keep() = 2',
    ];
    repo.file('a.kt', `${lines.join('\n\n')}\n`);
    repo.file('b.kt', `class Box {\n  ${lines.join('\n\n  ')}\n}\n`).commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const linesOf = async (name: string, path: string) =>
        (await findSymbols(context, name)).flatMap((hit) =>
          hit.path === path ? [`${hit.startLine} ${hit.scope.join('.')}`] : [],
        );
      expect(await linesOf('load', 'a.kt')).toEqual(['1 Text', '3 Map']);
      expect(await linesOf('save', 'a.kt')).toEqual(['5 ']);
      expect(await linesOf('keep', 'a.kt')).toEqual(['7 Disk']);
      expect(await linesOf('load', 'b.kt')).toEqual(['2 Box.Text', '4 Box.Map']);
      expect(await linesOf('save', 'b.kt')).toEqual(['6 Box']);
      const [, second] = await findSymbols(context, 'load');
      expect(second!.signature).toContain('Map');
    });
  });

  it('takes no block of another chunk for the one around, if what lies between is not read', async () => {
    const repo = tempRepo();
    const long = (name: string) => `func ${name}() {\n${'        count += offset(of: count)\n'.repeat(25)}    }`;
    const inner = `    class Inner {\n    ${long('seek')}\n\n    func wipe() {}\n\n    ${long('load')}\n    }`;
    repo.file(
      'a.swift',
      `extension Drive {\n    func wipe() {}\n}\n\nclass Box {\n    ${long('open')}\n\n${inner}\n}\n`,
    );
    const fun = `  ${long('open').replace('func', 'fun')}`;
    repo.file(
      'b.kt',
      `class Box {\n  fun wipe() {}\n\n  fun Text.wipe() {}\n\n${fun}\n\n${inner.replaceAll('func', 'fun')}\n}\n`,
    );
    repo.commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const found = await findSymbols(context, 'wipe');
      expect(found.map(({ scope }) => scope.join('.'))).toEqual(['Drive', 'Box.Inner', 'Box', 'Box.Text', 'Box.Inner']);
    });
  });

  it('takes the extension of a file for no name', async () => {
    const repo = tempRepo();
    repo.file('src/cart.vue', '<template>\n<b />\n</template>\n');
    repo.file('src/cart.ts', 'export const cart = 1;\n');
    repo
      .file('use.ts', "import vue from 'vue';\n\nexport const app = vue();\nexport const all = config.ts();\n")
      .commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      for (const path of ['cart.vue', 'src/cart.vue', 'cart.ts', 'src/cart.ts'])
        expect(await findReferences(context, path)).toEqual([]);
      expect(await findReferences(context, 'config.ts')).toMatchObject([{ path: 'use.ts', line: 4 }]);
    });
  });

  it('shows a declaration with its strings, and without its comments', async () => {
    const lines = [
      "const ONE = '1';",
      "const URL = 'http://a.example//b'; // where",
      'const each = (a /* of */, by = " # ") => a;',
    ];
    const repo = tempRepo();
    repo.file('a.js', `${lines.join('\n')}\n`).commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const [url, each] = [await findSymbols(context, 'URL'), await findSymbols(context, 'each')];
      expect([...url, ...each].map(({ signature }) => signature)).toEqual([
        "const URL = 'http://a.example//b';",
        'const each = (a , by = " # ") => a;',
      ]);
    });
  });

  it('tells receivers apart that are expressions, over several lines', async () => {
    const repo = tempRepo();
    repo.file('app/Content.php', '<?php\nclass Content\n{\n    public function render() {\n    }\n}\n');
    repo.file('app/View.php', '<?php\nclass View\n{\n    public function render() {\n    }\n}\n');
    repo.file('app/Export.php', EXPORT).commit();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const hits = await findReferences(context, 'Content.render');
      expect(hits.map(({ line, target }) => [line, target?.path ?? null])).toEqual([
        [6, 'app/Content.php'],
        [14, 'app/Content.php'],
        [10, null],
        [12, null],
      ]);
    });
  });

  it('finds mentions in code, not in comments, with the definition around and what they mean', async () => {
    const repo = clientRepo();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      const hits = await findReferences(context, 'fetch');
      expect(hits).toEqual([
        expect.objectContaining({
          path: 'main.py',
          line: 10,
          kind: 'call',
          symbol: 'load',
          preview: 'return client.fetch("a")',
          target: expect.objectContaining({ path: 'app/client.py', startLine: 10, scope: ['Client'] }),
        }),
      ]);
      const clients = await findReferences(context, 'Client');
      expect(clients.map(({ path, line, kind, symbol }) => [path, line, kind, symbol])).toEqual([
        ['main.py', 1, 'import', ''],
        ['main.py', 6, 'call', 'main'],
        ['main.py', 9, 'type', 'load'],
      ]);
      expect(clients.every(({ target }) => target?.path === 'app/client.py')).toBe(true);
    });
  });

  it('leaves out what means another definition when asked for one of several', async () => {
    const repo = clientRepo();
    await cora(repo).index();
    await withSymbols(repo, async (context) => {
      expect((await findReferences(context, 'Cache.lookup')).map(({ line }) => line)).toEqual([11]);
      expect(await findReferences(context, 'Disk.lookup')).toEqual([]);
    });
  });
});

describe('uncommitted edits', () => {
  it('count as they are: moved lines, new files, removed calls', async () => {
    const repo = clientRepo();
    await cora(repo).index();
    repo.file('main.py', `import os\n\n\n${MAIN.replace('return client.fetch("a")', 'return client.download("a")')}`);
    repo.file('extra.py', 'from app.client import retry as again\n\n\ndef extra():\n    again(print)\n');
    repo.file('app/cache.py', `# moved down\n\n${CACHE}`);
    await withSymbols(repo, async (context) => {
      expect((await findSymbols(context, 'Cache.lookup'))[0]).toMatchObject({ startLine: 7, status: 'modified' });
      expect(await findReferences(context, 'fetch')).toEqual([]);
      const callers = await findCallers(context, 'Client.download', 1);
      expect(callers.map(shownCall)).toEqual([
        '1 fetch > download app/client.py:12 app/client.py:14',
        '1 download > download app/client.py:15 app/client.py:14',
        '1 load > download main.py:13 app/client.py:14',
      ]);
      const retries = await findReferences(context, 'retry');
      expect(retries.map(({ path, line, kind, target }) => [path, line, kind, target?.startLine])).toEqual([
        ['app/client.py', 15, 'call', 18],
        ['extra.py', 1, 'import', 18],
        ['extra.py', 5, 'call', 18],
      ]);
      expect((await findCallees(context, 'fetch', 1)).map(shownCall)[0]).toBe(
        '1 fetch > lookup app/client.py:11 app/cache.py:7',
      );
    });
  });

  it('give the same answer once they are committed and indexed', async () => {
    const repo = clientRepo();
    await cora(repo).index();
    repo.file('extra.py', 'from app.client import retry\n\n\ndef extra():\n    retry(print)\n');
    const ask = () => withSymbols(repo, (context) => findReferences(context, 'retry'));
    const before = await ask();
    repo.commit();
    await cora(repo).index();
    expect(await ask()).toEqual(before);
    repo.remove('extra.py');
    expect((await ask()).map(({ path }) => path)).toEqual(['app/client.py']);
  });
});
