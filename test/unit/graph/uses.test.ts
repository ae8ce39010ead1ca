/** Uses of a name that are no call, import, type or base: constants, callbacks, members that are not called. */

import { describe, expect, it } from 'vitest';
import { definitionsIn, type FileRow } from '../../../src/graph/readFiles.ts';
import { links } from '../../helpers/links.ts';

const uses = (sources: Record<string, string>, name: string) => links(sources, name, 'use');

describe('a name that is used as a value', () => {
  const a = 'export const LIMIT = 3;\nexport function onDone() {}\nexport enum Kind { Small, Large }\n';

  it('is listed with the definition that it means', async () => {
    const b = [
      "import { LIMIT, onDone as done, Kind } from './a';",
      'app.use(done);',
      'const twice = LIMIT * 2;',
      'const options = { LIMIT };',
      'export const kind = Kind.Small;',
      'const other = wide ? LIMIT : 0;',
      'switch (n) { case LIMIT: stop(); }',
    ].join('\n');
    expect(await uses({ 'a.ts': a, 'b.ts': b }, 'LIMIT')).toEqual({
      ...{ 'b.ts:3': 'a.ts LIMIT', 'b.ts:4': 'a.ts LIMIT', 'b.ts:6': 'a.ts LIMIT', 'b.ts:7': 'a.ts LIMIT' },
    });
    expect(await uses({ 'a.ts': a, 'b.ts': b }, 'onDone')).toEqual({ 'b.ts:2': 'a.ts onDone' });
    expect(await uses({ 'a.ts': a, 'b.ts': b }, 'Kind')).toEqual({ 'b.ts:5': 'a.ts Kind' });
  });

  it('is no key, parameter, variable, text, attribute or declaration', async () => {
    const b = [
      "import { LIMIT } from './a';",
      'const o = { LIMIT: 1 };',
      'function f(LIMIT) { return LIMIT; }',
      'for (const LIMIT of all) show(LIMIT);',
      "const text = 'LIMIT'; // LIMIT",
      'class C { LIMIT = 2; readonly LIMIT?: number; }',
      'interface I { LIMIT: string }',
      'const x = <Card LIMIT={1} LIMIT>LIMIT of it</Card>;',
      'call(o.LIMIT);',
    ].join('\n');
    expect(await uses({ 'a.ts': a, 'b.tsx': b }, 'LIMIT')).toEqual({});
  });

  it('is a member of the class around', async () => {
    const source =
      'class Job {\n  done = () => 1;\n  run() {\n    this.queue.add(this.done);\n    return done;\n  }\n}\n';
    expect(await uses({ 'a.ts': source }, 'done')).toEqual({ 'a.ts:4': 'a.ts Job.done' });
  });

  it('stays out where a file defines a type and imports a value of the name', async () => {
    const b = "import { Events } from './a';\ninterface Events {}\non(Events.START);\n";
    expect(await uses({ 'a.ts': 'export const Events = { START: 1 };', 'b.ts': b }, 'Events')).toEqual({});
  });

  it('is found through its module and in its package', async () => {
    const sources = {
      'go.mod': 'module example.com/x\n',
      'log/log.go': 'package log\n\nvar Red = 1\n\ntype T struct {\n\tRed, Blue int\n}\n',
      'log/more.go': 'package log\n\nfunc f() int { return Red }\n\nvar t = T{Red: 2}\n',
      'main.go':
        'package main\n\nimport "example.com/x/log"\n\nfunc main() { show(log.Red); switch n { case 1, log.Red: } }\n',
    };
    expect(await uses(sources, 'Red')).toEqual({ 'log/more.go:3': 'log/log.go Red', 'main.go:5': 'log/log.go Red' });
  });

  it('is no parameter or constructor in Java', async () => {
    const source = [
      'class Plan {',
      '  static final int SLOTS = 1;',
      '  int slots;',
      '  Plan() { start(Plan.this); }',
      '  void set(int... slots) { use(slots); }',
      '  int more() { return slots + SLOTS; }',
      '}',
    ].join('\n');
    expect(await uses({ 'Plan.java': source }, 'slots')).toEqual({ 'Plan.java:6': 'Plan.java Plan.slots' });
    expect(await uses({ 'Plan.java': source }, 'SLOTS')).toEqual({ 'Plan.java:6': 'Plan.java Plan.SLOTS' });
    expect(await uses({ 'Plan.java': source }, 'Plan')).toEqual({ 'Plan.java:4': 'Plan.java Plan' });
  });

  it('is no argument, loop variable, attribute or module in Python', async () => {
    const a = 'PATTERN = 1\n\n\ndef hook():\n    pass\n';
    const b = [
      'from a import PATTERN, hook',
      'match(PATTERN, PATTERN=2)',
      '@hook',
      'class C:',
      '    def f(self):',
      '        assert isinstance(self, hook)',
      'for PATTERN in all: pass',
      'with x as PATTERN: pass',
      'table = {',
      '    PATTERN: 1,',
      '}',
    ].join('\n');
    const sources = { 'a.py': a, 'b.py': b };
    expect(await uses(sources, 'PATTERN')).toEqual({ 'b.py:2': 'a.py PATTERN', 'b.py:10': 'a.py PATTERN' });
    expect(await uses(sources, 'hook')).toEqual({ 'b.py:3': 'a.py hook', 'b.py:6': 'a.py hook' });
  });

  it('is no field or variable in C', async () => {
    const source = [
      '#define DEPTH 3',
      'static int on_done(void) { return 1; }',
      'struct s { int DEPTH; char *on_done; };',
      'int f(int *on_done) { return *on_done; }',
      'int g(struct s *s) { s->on_done = 0; listen(on_done); return DEPTH * 2 > DEPTH; }',
    ].join('\n');
    expect(await uses({ 'a.c': source }, 'on_done')).toEqual({ 'a.c:5': 'a.c on_done' });
    expect(await uses({ 'a.c': source }, 'DEPTH')).toEqual({ 'a.c:5': 'a.c DEPTH' });
  });
});

it('is no variable that Go declares with another one', async () => {
  const source = [
    'package a',
    'type c struct{}',
    'type profile struct{}',
    'func (c *c) load() {',
    '\tprofile, err := c.profile()',
    '\tkeep(profile, err)',
    '}',
  ].join('\n');
  expect(await uses({ 'a.go': source }, 'profile')).toEqual({});
});

describe('a name that only looks like a use', () => {
  it('is another method, a key or a heredoc in Ruby', async () => {
    const a = 'class Job\n  def write; end\n  DATA = 1\n  def run\n    all.select(&:write?)\n    @write = 1\n';
    const source = `${a}    put(<<~DATA)\n    DATA\n    on(:write)\n    DATA\n    write\n  end\n  def all\n    { :write => 1 }\n  end\nend\n`;
    expect(await uses({ 'a.rb': source }, 'write')).toEqual({
      'a.rb:9': 'a.rb Job.write',
      'a.rb:11': 'a.rb Job.write',
    });
    const used = await uses({ 'a.rb': source }, 'DATA');
    expect(used['a.rb:7']).toBeUndefined();
    expect(used['a.rb:10']).toBe('a.rb Job.DATA');
  });

  it('is a variable of a block in Ruby', async () => {
    const a = 'describe Job do\n  def work; end\n  def other; end\n  it("runs") { add(other) }\nend\n';
    const b = 'get("/") do\n  all.map { |work| work.job }\n  put(other)\nend\n';
    expect(await uses({ 'a.rb': a, 'b.rb': b }, 'work')).toEqual({});
    expect(await uses({ 'a.rb': a, 'b.rb': b }, 'other')).toEqual({ 'a.rb:4': 'a.rb other' });
    const own = 'def work; end\nit("runs") do\n  work = all.first\n  show work.job\nend\n';
    expect(await uses({ 'a.rb': own }, 'work')).toEqual({});
  });

  it('is an atom, a key or a variable in Elixir', async () => {
    const source = [
      'defmodule Job do',
      '  @limit 3',
      '  def fetch(id), do: id',
      '  def run(ids) do',
      '    put(:fetch, limit: @limit)',
      '    Enum.map(ids, &fetch/1)',
      '  end',
      '  def all(ids) do',
      '    put({fetch, ids}, fetch: fetch)',
      '    fetch(ids)',
      '  end',
      'end',
    ].join('\n');
    expect(await uses({ 'a.ex': source }, 'fetch')).toEqual({ 'a.ex:6': 'a.ex Job.fetch' });
    expect(await uses({ 'a.ex': source }, 'limit')).toEqual({ 'a.ex:5': 'a.ex Job.limit' });
  });

  it('is an equation in Haskell', async () => {
    const source = 'twice :: Num a => a -> a\ntwice x = x + x\n';
    expect(await uses({ 'a.hs': source }, 'twice')).toEqual({});
  });

  it('is a field in Rust', async () => {
    const source = [
      'struct Job { name: String }',
      'impl Job {',
      '  fn name(&self) -> &str { &self.name }',
      '  fn all(jobs: &[Job]) { jobs.iter().map(Self::name).map(Job::name); }',
      '}',
    ].join('\n');
    expect(await uses({ 'a.rs': source }, 'name')).toEqual({ 'a.rs:4': 'a.rs Job.name' });
  });

  it('is a declaration, a key or text in C#', async () => {
    const source = [
      'class User',
      '{',
      '    [Required]',
      '    public Func<UserArguments, Task<int>>? User1 { get; set; }',
      '    [Required]',
      '    public Func<NextArguments, Task<int>>? Next { get; set; }',
      '    public string Key;',
      '    void Run()',
      '    {',
      '        var other = new Other {',
      '            Key = 1,',
      '        };',
      '        Execute(@"insert Users',
      '            values (Key, Next)");',
      '        Show(Key, Next);',
      '        Key = 3;',
      '    }',
      '}',
    ].join('\n');
    expect(await uses({ 'a.cs': source }, 'Key')).toEqual({ 'a.cs:15': 'a.cs User.Key', 'a.cs:16': 'a.cs User.Key' });
    expect(await uses({ 'a.cs': source }, 'Next')).toEqual({ 'a.cs:15': 'a.cs User.Next' });
  });
});

it('keeps calls behind a member in Dart', async () => {
  const source = 'class Bus {\n  void listenTo(f) {}\n}\nvoid run(cubit) {\n  cubit.stream.listenTo(f);\n}\n';
  expect(Object.keys(await links({ 'a.dart': source }, 'listenTo', 'call'))).toEqual(['a.dart:5']);
});

it('gives the members in a later part of a class their scope', () => {
  const defines = [{ name: 'LAST', kind: 'constant' as const, startLine: 90, endLine: 90 }];
  const row = { chunkId: '', blobSha: '', language: 'java', kind: 'class', symbol: 'Position', scope: ['Outer'] };
  const text = '  static final int LAST = 1;';
  const part = { ...row, signature: '', startLine: 90, endLine: 90, defines, references: [], text } as FileRow;
  expect(definitionsIn([part])).toMatchObject([{ name: 'LAST', scope: ['Outer', 'Position'] }]);
  const others = { ...part, language: 'haskell', symbol: 'Eq Int', scope: [] };
  expect(definitionsIn([others])).toMatchObject([{ name: 'LAST', scope: [] }]);
});

describe('names with vowel signs, which Unicode calls marks', () => {
  it('resolves a member on a receiver with them', async () => {
    const classes = ['Konto', 'सूची'].map((name) => `class ${name}:\n    def गणना(self):\n        pass\n`).join('\n');
    const calls = 'def f(सूचियाँ: सूची):\n    निधि = Konto()\n    निधि.गणना()\n    सूचियाँ.गणना()\n';
    expect(await links({ 'a.py': `${classes}\n${calls}` }, 'गणना')).toEqual({
      ...{ 'a.py:11': 'a.py Konto.गणना', 'a.py:12': 'a.py सूची.गणना' },
    });
  });

  it('takes no beginning of a name for the name', async () => {
    const source = 'const सूच = 1;\nconst सूची = 2;\nfunction f() { return सूची; }\nfunction g() { return [सूची, सूच]; }\n';
    expect(await uses({ 'a.js': source }, 'सूच')).toEqual({ 'a.js:4': 'a.js सूच' });
  });
});
