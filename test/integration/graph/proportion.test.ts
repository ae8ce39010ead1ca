/**
 * The work of `refs` grows in proportion to a file that defines and mentions one name again and again, and that of a graph to draw not
 * with all files that name a definition.
 */

import { describe, expect, it, vi } from 'vitest';
import { stepCounter } from '../../helpers/stepCounter.ts';

/** The n-th piece of a file, by the file's name. */
const FORMS: Record<string, (at: number) => string> = {
  'functions.js': (at) => `function a${at}() { function f() {} f(); }`,
  'callbacks.ts': (at) => `it(${at}, () => { function f() {}\n f(); })`,
  'objects.ts': (at) => `function f() {}\nconst a${at} = { f() { f(); } }`,
  'methods.ts': (at) => `class A${at} { f() { function f() {} f(); } }`,
  'components.tsx': (at) => `const C${at} = () => { const f = () => {}; return <a onClick={f}>{f()}</a>; };`,
  'classes.java': (at) => `class C${at} { void f() { f(); } }`,
  'bases.java': (at) => `class C${at} extends C${at + 1} { void f() { f(); } void g() { this.h().f(); } }`,
  'classes.cpp': (at) => `class C${at} { void f() { f(); } };`,
  'bases.cpp': (at) => `class C${at}: public C${at + 1} { void f() { f(); } };`,
  'locals.cpp': (at) => `void g${at}() { struct L { void f() {} }; f(); }`,
  'classes.cs': (at) => `class C${at} { void f() { f(); } }`,
  'classes.kt': (at) => `class C${at} { fun f() { f() } }`,
  'classes.scala': (at) => `class C${at} { def f() = { f() } }`,
  'classes.swift': (at) => `class C${at} { func f() { f() } }`,
  'classes.dart': (at) => `class C${at} { void f() { f(); } }`,
  'classes.py': (at) => `class C${at}:\n    def f(self):\n        f()`,
  'classes.rs': (at) => `struct A${at};\nimpl A${at} {\n    fn f(&self) {\n        self.f();\n    }\n}`,
  'blocks.rs': () => 'struct A;\nimpl A {\n    fn f(&self) {\n        self.f();\n    }\n}',
  'traits.rs': (at) =>
    `trait T${at} {\n    fn f(&self);\n}\nstruct A${at};\nimpl T${at} for A${at} {}\nfn g${at}(a: A${at}) {\n    a.f();\n}`,
  'nested.rs': (at) =>
    `fn g${at}() {\n    struct A;\n    impl A {\n        fn f(&self) {\n            self.f();\n        }\n    }\n}`,
  'functions.rs': (at) => `fn a${at}() { fn f() {} f(); }`,
  'functions.php': (at) => `<?php class C${at} { function f() { f(); } } ?>`,
  'functions.lua': (at) => `function a${at}() local function f() end f() end`,
};

interface Sources {
  name: string;
  /** The definition that all mentions of the name mean. */
  meant: string;
  few: number;
  files(count: number): Record<string, string>;
}

const GO_POOL = 'package app\n\ntype Pool struct{}\n\nfunc (Pool) Run() {}\n';
const RUST_POOL = `struct Pool;

impl Pool {
    fn new() -> Pool {
        Pool
    }
    fn open(self) -> Self {
        self
    }
    fn run(&self) {}
}
`;
const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => `${line(at)}\n`).join('');

/** Declarations that each lead to many others. */
const TYPED: Record<string, Sources> = {
  'variables of Go that are declared eight times each, from each other': {
    name: 'Run',
    meant: 'b.go Pool.Run',
    few: 7,
    files: (count) => {
      const declared = lines(count, (at) => lines(8, () => `\tv${at} := ${at === 0 ? 'Make()' : `v${at - 1}`}`));
      return {
        'go.mod': 'module example.com/app\n',
        'a.go': `package app\n\nfunc f() {\n${declared}\tv${count - 1}.Run()\n}\n`,
        'b.go': GO_POOL,
        'c.go': 'package app\n\nfunc Make() Pool { return Pool{} }\n',
      };
    },
  },
  'the fields of a long type of Go': {
    name: 'Run',
    meant: 'b.go Pool.Run',
    few: 150,
    files: (count) => {
      const [fields, calls] = [lines(count, (at) => `\tf${at} *Pool`), lines(count, (at) => `\tz.f${at}.Run()`)];
      return {
        'go.mod': 'module example.com/app\n',
        'a.go': `package app\n\ntype Zed struct {\n${fields}}\n\nfunc f(z *Zed) {\n${calls}}\n`,
        'b.go': GO_POOL,
      };
    },
  },
  'variables of Rust that are made of each other': {
    name: 'run',
    meant: 'a.rs Pool.run',
    few: 25,
    files: (count) => {
      const made = lines(count, (at) => `    let v${at} = v${Math.max(0, at - 1)}.open();`);
      const calls = lines(count, () => '    v9.run();');
      return { 'a.rs': `${RUST_POOL}\nfn f(v0: Pool) {\n${made}${calls}}\n` };
    },
  },
  'one variable of Rust that hides itself again and again': {
    name: 'run',
    meant: 'a.rs Pool.run',
    few: 25,
    files: (count) => {
      const hidden = lines(count, () => '    if let Some(v) = Some(Pool::new()) { v.run(); }');
      return { 'a.rs': `${RUST_POOL}\nfn f() {\n${hidden}}\n` };
    },
  },
  'the fields of a long struct of Rust': {
    name: 'run',
    meant: 'a.rs Pool.run',
    few: 300,
    files: (count) => {
      const [fields, calls] = [lines(count, (at) => `    f${at}: Pool,`), lines(count, (at) => `    z.f${at}.run();`)];
      return { 'a.rs': `${RUST_POOL}\nstruct Zed {\n${fields}}\n\nfn f(z: &Zed) {\n${calls}}\n` };
    },
  },
  'the cases of a long enum of Rust': {
    name: 'run',
    meant: 'a.rs Pool.run',
    few: 300,
    files: (count) => {
      const cases = lines(count, (at) => `    C${at}(Pool),`);
      const arms = lines(count, (at) => `        Zed::C${at}(ref p) => p.run(),`);
      return { 'a.rs': `${RUST_POOL}\nenum Zed {\n${cases}}\n\nfn f(z: &Zed) {\n    match z {\n${arms}    }\n}\n` };
    },
  },
  'conditions of Python on one variable': {
    name: 'run',
    meant: 'a.py A.run',
    few: 75,
    files: (count) => {
      const body = lines(count, () => '    assert isinstance(x, A)') + lines(count, () => '    x.run(x.run())');
      return { 'a.py': `class A:\n    def run(self):\n        pass\n\n\ndef f(x):\n${body}` };
    },
  },
  'variables of PHP that are assigned from each other': {
    name: 'run',
    meant: 'Pool.php Pool.run',
    few: 100,
    files: (count) => {
      const assigned = lines(count, (at) => `$v${at} = ${at === 0 ? 'Pool::make()' : `$v${at - 1}->next()`};`);
      const calls = lines(count, () => '$v9->run();');
      return {
        'a.php': `<?php\nclass A {\nfunction f() {\n${assigned}${calls}}\n}\n`,
        'Pool.php':
          '<?php\nclass Pool\n{\n  static function make(): Pool {}\n  function next(): static {}\n  function run() {}\n}\n',
      };
    },
  },
};

const countSteps = await stepCounter('/src/graph/');
const { findReferences, findSymbols } = await import('../../../src/graph/symbols.ts');
const { neighbourhood } = await import('../../../src/graph/related.ts');
const { contextOf } = await import('../../helpers/links.ts');

async function stepsFor(sources: Record<string, string>): Promise<number> {
  const context = await contextOf(sources);
  return countSteps(() => findReferences(context, 'f'));
}

function source(path: string, count: number): string {
  return Array.from({ length: count }, (_, at) => `${FORMS[path]!(at)}\n`).join('');
}

/** The characters that searches for a text have gone over. */
async function charactersSearched(work: () => Promise<unknown>): Promise<number> {
  const { indexOf } = String.prototype;
  let sum = 0;
  const searching = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (this: string, text, from = 0) {
    const at = indexOf.call(this, text, from);
    sum += (at === -1 ? this.length : at) - from;
    return at;
  });
  await work().finally(() => searching.mockRestore());
  return sum;
}

/** The characters of the patterns that are made. */
async function charactersOfPatterns(work: () => Promise<unknown>): Promise<number> {
  let sum = 0;
  const construct = (target: RegExpConstructor, [pattern, flags]: [string | RegExp, string?]): RegExp => {
    if (typeof pattern === 'string') sum += pattern.length;
    return new target(pattern, flags);
  };
  vi.stubGlobal('RegExp', new Proxy(RegExp, { construct }));
  await work().finally(() => vi.unstubAllGlobals());
  return sum;
}

describe('findReferences', () => {
  it.each(Object.keys(FORMS))('looks at %s in proportion', async (path) => {
    const steps = (count: number): Promise<number> => stepsFor({ [path]: source(path, count) });
    const [few, many] = [await steps(150), await steps(300)];
    expect(few).toBeGreaterThan(150);
    expect(many / few).toBeLessThan(2.2);
  });

  it.each(Object.keys(TYPED))('reads %s once', async (what) => {
    const { name, meant, few: least, files } = TYPED[what]!;
    const stepsOf = async (count: number): Promise<number> => {
      const context = await contextOf(files(count));
      return countSteps(async () => {
        const targets = (await findReferences(context, name)).map(({ target }) => target);
        expect(new Set(targets.map((one) => `${one?.path} ${[...(one?.scope ?? []), one?.name].join('.')}`))).toEqual(
          new Set([meant]),
        );
      });
    };
    const [few, many] = [await stepsOf(least), await stepsOf(2 * least)];
    expect(many / few).toBeLessThan(2.5);
  });

  it.each([
    ['ts', 'class A {\n  f(): A { return this; }\n}\nfunction g() {\n  const x = new A();\n', '}\n'],
    ['go', 'package a\ntype A struct{}\nfunc (a A) f() A { return a }\nfunc g() {\n\tx := A{}\n', '}\n'],
    ['rs', 'struct A;\nimpl A {\n    fn f(&self) -> A {\n        A\n    }\n}\nfn g() {\n    let x = A;\n', '}\n'],
    ['py', 'class A:\n    def f(self) -> "A":\n        return self\n\n\ndef g():\n    x = A()\n', ''],
  ])('reads a function of %s with many variables in proportion', async (ending, head, foot) => {
    const lineOf: Record<string, (at: number) => string> = {
      ts: (at) => `  const x${at} = x${at - 1}.f();`,
      go: (at) => `\tx${at} := x${at - 1}.f()`,
      rs: (at) => `    let x${at} = x${at - 1}.f();`,
      py: (at) => `    x${at} = x${at - 1}.f()`,
    };
    const read = async (count: number): Promise<number> => {
      const context = await contextOf({ [`a.${ending}`]: head + lines(count, lineOf[ending]!) + foot });
      return charactersSearched(() => findReferences(context, 'f'));
    };
    const [few, many] = [await read(1000), await read(2000)];
    expect(many / few).toBeLessThan(2.5);
    const context = await contextOf({ [`a.${ending}`]: head + lines(1000, lineOf[ending]!) + foot });
    expect(await charactersOfPatterns(() => findReferences(context, 'f'))).toBeLessThan(1000 * 150);
  });

  it('walks a chain of classes in many files about twice, wherever it begins', async () => {
    const classAt = (at: number): string =>
      at === 0
        ? 'class C0:\n    def f(self):\n        pass\n'
        : `from m${at - 1} import C${at - 1}\n\n\nclass C${at}(C${at - 1}):\n    def g(self):\n        self.f()\n`;
    const stepsOf = async (count: number): Promise<number> => {
      const files = Array.from({ length: count }, (_, at) => [`m${at}.py`, classAt(at)]);
      const context = await contextOf(Object.fromEntries(files));
      return countSteps(async () => {
        const targets = (await findReferences(context, 'f')).map(({ target }) => target);
        expect(targets).toHaveLength(count - 1);
        expect(targets.filter((target) => target !== null)).toHaveLength(58);
      });
    };
    const [few, many] = [await stepsOf(500), await stepsOf(1000)];
    expect(many / few).toBeLessThan(2.2);
    expect(many / 1000).toBeLessThan(8000);
  });

  it('does not look at the definitions of one file for each mention in another', async () => {
    const steps = (count: number): Promise<number> =>
      stepsFor({ 'classes.cpp': source('classes.cpp', count), 'b.rs': `fn g() {\n${'f();\n'.repeat(count)}}\n` });
    const [few, many] = [await steps(150), await steps(300)];
    expect(many / few).toBeLessThan(2.2);
  });
});

describe('findSymbols', () => {
  it.each([
    [
      'packages for each definition of a name',
      'p5.run',
      (at: number) => ({
        [`p${at}/package.json`]: `{"name":"@s/p${at}"}`,
        [`p${at}/a.ts`]: 'export function run() {}\n',
      }),
    ],
    [
      'files for each component of a name',
      'Card',
      (at: number) => ({ [`d${at}/Card.vue`]: `<template>${at}</template>\n` }),
    ],
  ])('does not look at all %s', async (_, name, filesAt) => {
    const stepsOf = async (count: number): Promise<number> => {
      const files = Array.from({ length: count }, (_, at) => filesAt(at));
      const context = await contextOf(Object.assign({}, ...files));
      return countSteps(async () => expect(await findSymbols(context, name)).not.toHaveLength(0));
    };
    const [few, many] = [await stepsOf(100), await stepsOf(200)];
    expect(many / few).toBeLessThan(2.2);
  });
});

describe('neighbourhood', () => {
  it('looks for users in a thousand files, and says that there are more', async () => {
    const graphOf = async (count: number) => {
      const users = Array.from({ length: count }, (_, at): [string, string] => [
        `u/${String(at).padStart(5, '0')}.js`,
        `import { open } from '../a.js';\nfunction f${at}() { open(); }\n`,
      ]);
      const { store, view } = await contextOf({ 'a.js': 'export function open() {}\n', ...Object.fromEntries(users) });
      const context = { store, view: Object.assign(view, { statistics: { frequency: () => 1 }, isClean: () => true }) };
      let graph: Awaited<ReturnType<typeof neighbourhood>> | undefined;
      const steps = await countSteps(async () => {
        graph = await neighbourhood(context, { path: 'a.js', line: 1 }, 2000);
      });
      return { steps, graph: graph! };
    };
    const [few, most, more] = [await graphOf(500), await graphOf(1000), await graphOf(1500)];
    expect(few.graph).toMatchObject({ truncated: false, nodes: { length: 501 }, edges: { length: 500 } });
    expect(most.graph).toMatchObject({ truncated: false, nodes: { length: 1001 } });
    expect(more.graph).toMatchObject({ truncated: true, nodes: { length: 1001 } });
    expect(more.steps - most.steps).toBeLessThan((most.steps - few.steps) / 2);
  });
});
