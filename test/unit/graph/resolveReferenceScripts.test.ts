/** Which definition a reference means in TypeScript and JavaScript: modules that pass names on, and types of receivers. */

import { expect, it } from 'vitest';
import { findReferences } from '../../../src/graph/symbols.ts';
import { contextOf, links } from '../../helpers/links.ts';

const POOL = 'export class Pool {\n  take() {\n    return 1;\n  }\n}\n';

it('an import is followed through all that exports the name again, but not to others of this name', async () => {
  const sources = {
    'lib/core/pool.ts': POOL,
    'lib/other/pool.ts': POOL,
    'packages/a/package.json': '{ "name": "@x/a", "exports": { ".": "./dist/index.js" } }',
    'packages/a/src/index.ts': "export * from './more';\nexport * from '../../../lib/unrelated';\n",
    'packages/a/src/more.ts': "import { type Pool } from './deeper';\nexport type { Pool };\n",
    'packages/a/src/deeper.ts': "export { a, Pool, type B } from '../../../lib/core/pool';\n",
    'lib/unrelated.ts': 'export const made = 1;\n',
    'main.ts': "import { Pool } from '@x/a';\n\nexport const pool = new Pool();\npool.take();\n",
  };
  expect(await links(sources, 'Pool', 'import')).toEqual({
    'packages/a/src/more.ts:1': 'lib/core/pool.ts Pool',
    'packages/a/src/deeper.ts:1': 'lib/core/pool.ts Pool',
    'main.ts:1': 'lib/core/pool.ts Pool',
  });
  expect(await links(sources, 'Pool')).toEqual({ 'main.ts:3': 'lib/core/pool.ts Pool' });
  expect(await links(sources, 'take')).toEqual({ 'main.ts:4': 'lib/core/pool.ts Pool.take' });
});

it('modules that export from each other come to an end', async () => {
  const sources = {
    'a.ts': "export * from './b';\n",
    'b.ts': "export * from './a';\n",
    'c.ts': 'export function f() {}\n',
    'main.ts': "import { f } from './a';\nf();\n",
  };
  expect(await links(sources, 'f')).toEqual({ 'main.ts:2': null });
});

it('a receiver has the type of the variable that the innermost block binds', async () => {
  const sources = {
    'pool.ts': POOL,
    'tank.ts': POOL.replace('Pool', 'Tank'),
    'some.test.ts': `import { Pool } from './pool';
import { Tank } from './tank';

describe('pools', () => {
  const one = new Pool();
  it('take', () => {
    one.take();
    const two: Tank = makeTank();
    two.take();
  });
  it('take others', () => {
    const one = make();
    one.take();
    list.forEach((two: Pool) => two.take());
  });
});
`,
  };
  expect(await links(sources, 'take')).toEqual({
    'some.test.ts:7': 'pool.ts Pool.take',
    'some.test.ts:9': 'tank.ts Tank.take',
    'some.test.ts:13': null,
    'some.test.ts:14': 'pool.ts Pool.take',
  });
});

it('an imported constant has the type that its module declares, also through others', async () => {
  const sources = {
    'pool.ts': `${POOL}export const shared = new Pool();\nexport const other = makePool();\n`,
    'index.ts': "export { shared, other } from './pool';\n",
    'main.ts': "import { other, shared } from './index';\nshared.take();\nother.take();\n",
  };
  expect(await links(sources, 'take')).toEqual({ 'main.ts:2': 'pool.ts Pool.take', 'main.ts:3': null });
});

it('names that are required: beside others, under another name, in a block', async () => {
  const sources = {
    'a.js': 'function f() {}\nmodule.exports = { f };\n',
    'b.js': 'function f() {}\nmodule.exports = { f };\n',
    'main.js': `var other = require("x"), a = require("./a");
const { f: g } = require("./b");
a.f();
g();
it("x", () => {
  const { f } = require("./a");
  f();
});
it("y", () => {
  const m = require("./a");
  m.f();
});
it("z", () => {
  const m = require("./b");
  m.f();
});
`,
  };
  expect(await links(sources, 'f')).toEqual({
    'main.js:3': 'a.js f',
    'main.js:4': 'b.js f',
    'main.js:7': 'a.js f',
    'main.js:11': null,
    'main.js:15': null,
  });
});

it('comments of JavaScript tell the types of parameters and variables', async () => {
  const sources = {
    'pool.js': 'class Pool {\n  take() {}\n}\nmodule.exports = Pool;\n',
    'main.js': `/** @import Pool from "./pool" */
/**
 * @param {Pool=} pool one
 * @param {Pool | undefined} other
 * @param {string} word
 */
const run = (pool, other, word) => {
  pool.take();
  other.take();
  word.take();
};
`,
    'more.js':
      '/** @typedef {import("./pool")} Pool */\n/** @param {Pool} pool */ \nfunction more(pool) { pool.take(); }\n',
  };
  expect(await links(sources, 'take')).toEqual({
    'main.js:8': 'pool.js Pool.take',
    'main.js:9': 'pool.js Pool.take',
    'main.js:10': null,
    'more.js:3': 'pool.js Pool.take',
  });
});

it('types are found where they stand alone in other types', async () => {
  const sources = {
    'a.ts': `export interface Shape {
  kind: 'a';
}
export enum Color {
  Red,
}
type A = Shape['kind'];
type B = keyof Shape;
type C<X extends Shape = Shape> = [Shape, X & Shape];
type D = Color.Red;
const isShape = (one: unknown): one is Shape => one instanceof Object;
const e = {} satisfies Shape;
`,
  };
  const lines = (found: Record<string, string | null>) => Object.keys(found).map((place) => Number(place.slice(5)));
  expect(lines(await links(sources, 'Shape', 'type'))).toEqual([7, 8, 9, 11, 12]);
  expect(lines(await links(sources, 'Color', 'type'))).toEqual([10]);
});

it('quotes in regular expressions and nested templates do not hide what follows', async () => {
  const sources = {
    'a.ts': `function f(text: string) {
  return text.replace(/ \`trx/, '').replace(/["']/g, \`\${text.replaceAll(\`'\`, \`''\`)}.x\`);
}
f('a');
const half = 4 / 2; f('b'); // 2 / 1
this.em!.f();
class Em {
  f() {}
  g() {
    this.em!.f();
  }
}
`,
  };
  expect(Object.keys(await links(sources, 'f'))).toEqual(['a.ts:4', 'a.ts:5', 'a.ts:6', 'a.ts:10']);
});

it('an import is the one of its own statement', async () => {
  const sources = {
    'pool.ts': 'export interface Shape {}\nexport function pool() {}\n',
    'tank.ts': 'export interface Shape {}\n',
    'main.ts':
      "import type { Shape } from './pool';\nimport { Shape as Other } from './tank';\nimport { pool } from './pool';\n",
  };
  expect(await links(sources, 'Shape', 'import')).toEqual({
    'main.ts:1': 'pool.ts Shape',
    'main.ts:2': 'tank.ts Shape',
  });
  const hits = await findReferences(await contextOf(sources), 'pool');
  expect(hits.map(({ line }) => line)).toEqual([3]);
});

it('a name is followed as far when other files ask for the same modules', async () => {
  const barrels = Array.from({ length: 20 }, (_, at) => [`b${at}.ts`, `export * from './b${at + 1}';\n`]);
  const sources = {
    ...Object.fromEntries(barrels),
    'b20.ts': 'export function f() {}\n',
    'far.ts': "import { f } from './b0';\nf();\n",
  };
  const near = "import { f } from './b9';\nf();\n";
  expect(await links(sources, 'f')).toEqual({ 'far.ts:2': null });
  expect(await links({ ...sources, 'near.ts': near }, 'f')).toEqual({ 'far.ts:2': null, 'near.ts:2': 'b20.ts f' });
});
