import { describe, expect, it } from 'vitest';
import { chunkBlob } from '../../../src/chunk/chunkBlob.ts';
import { mentions, outline, readCode } from './readCode.ts';

const encoder = new TextEncoder();

const PYTHON = `import os.path
from a.b import c as d, e

LIMIT = 3

# Above the decorator.
@cache(size=3)
@other
def f(x: int, *, y=None) -> str:
    """Says f.

    More.
    """
    def inner():
        return x
    return client.get(inner(), LIMIT)

class Base(Parent, mixins.Mixin):
    field: int = 1

    async def run(self):
        return super().run()
`;

describe('python', () => {
  it('finds functions, methods, classes, constants, with decorators and comments', async () => {
    expect(await outline('python', PYTHON)).toEqual([
      'constant LIMIT@4-4',
      'function f@6-16',
      'function f.inner@14-15',
      'class Base@18-22',
      'constant Base.field@19-19',
      'method Base.run@21-22',
    ]);
  });

  it('gives signature, docstring and lines of the definition', async () => {
    const { all } = await readCode('python', PYTHON);
    expect(all[1]).toMatchObject({
      signature: 'def f(x: int, *, y=None) -> str',
      doc: 'Says f.\n\nMore.',
      nodeType: 'decorated_definition',
      defines: [{ name: 'f', kind: 'function', startLine: 7, endLine: 16 }],
    });
    expect(all[5]!.signature).toBe('async def run(self)');
  });

  it('finds what is imported, called and inherited, and from where', async () => {
    const found = await mentions('python', PYTHON);
    expect(found).toEqual(
      expect.arrayContaining([
        'import path < os.path',
        'import c < a.b',
        'import e < a.b',
        'call get < client',
        'call inner',
        'call cache',
        'inherit Parent',
        'inherit Mixin < mixins',
        'call run < super',
        'type int',
        'type str',
      ]),
    );
  });
});

const TYPESCRIPT = `import fs, { readFile as r } from 'node:fs';
import type { A } from './a.ts';
export * from './b.js';

/** Adds. */
export const add = (a: number, b: number): number => {
  return a + b;
};

export interface Shape extends Base<string> {
  area(): number;
}
export type Id = string | A;
export enum Color { Red, Green }

export abstract class Circle<T> extends Shape2 implements Shape {
  private readonly r = 1;
  handler = async (event: Event) => {
    this.emit(event);
  };
  constructor(private x: T) {
    super();
  }
  @log()
  area(): number {
    return Math.round(helper<Foo>(this.r));
  }
}
export function over(a: string): string;
export function over(a: number): number;
export function over(a: unknown): unknown {
  return new Map<string, Id>();
}
export default {
  name: 'x',
  methods: {
    go() {
      return add(1, 2);
    },
  },
};
namespace N { export const inside = 1; }
`;

describe('typescript', () => {
  it('finds arrow functions with names, classes with fields, interfaces, types, enums, exported objects', async () => {
    expect(await outline('typescript', TYPESCRIPT)).toEqual([
      'function add@5-8',
      'interface Shape@10-12',
      'method Shape.area@11-11',
      'type Id@13-13',
      'enum Color@14-14',
      'class Circle@16-28',
      'constant Circle.r@17-17',
      'method Circle.handler@18-20',
      'method Circle.constructor@21-23',
      'method Circle.area@24-27',
      'function over@29-33',
      'object default@34-41',
      'method default.go@37-39',
      'module N@42-42',
      'constant N.inside@42-42',
    ]);
  });

  it('keeps overloads together, all of them defined', async () => {
    const { all } = await readCode('typescript', TYPESCRIPT);
    const over = all.find(({ symbol }) => symbol === 'over')!;
    expect(over.defines.map(({ startLine }) => startLine)).toEqual([29, 30, 31]);
    expect(over.signature).toBe('export function over(a: string): string');
    expect(all[0]).toMatchObject({ signature: 'export const add = (a: number, b: number): number', doc: 'Adds.' });
    expect(all.find(({ symbol }) => symbol === 'default')!.defines).toEqual([]);
  });

  it('finds references', async () => {
    const found = await mentions('typescript', TYPESCRIPT);
    expect(found).toEqual(
      expect.arrayContaining([
        'import fs < node:fs',
        'import readFile < node:fs',
        'import A < ./a.ts',
        'import b < ./b.js',
        'inherit Base',
        'inherit Shape',
        'inherit Shape2',
        'call helper',
        'call round < Math',
        'call emit < this',
        'call Map',
        'type Event',
        'type Id',
        'call add',
      ]),
    );
    expect(found).not.toContain('type T');
  });
});

describe('javascript', () => {
  it('finds prototypes, CommonJS, test cases and JSX components', async () => {
    const text = `const { join } = require('node:path');
Foo.prototype.bar = function (a) {
  return join(a);
};
module.exports = { one() { return 1; }, two: () => { return 2; } };
describe('a thing', () => {
  it('does it', async () => {
    expect(1).toBe(1);
  });
});
class B extends A { static #x = 1; get y() { return 2; } }
`;
    expect(await outline('javascript', text)).toEqual([
      'method Foo.bar@2-4',
      'object exports@5-5',
      'method exports.one@5-5',
      'method exports.two@5-5',
      'function a thing@6-10',
      'function a thing.does it@7-9',
      'class B@11-11',
      'constant B.#x@11-11',
      'method B.y@11-11',
    ]);
    expect(await mentions('javascript', text)).toEqual(
      expect.arrayContaining(['import join < node:path', 'inherit A', 'call toBe < expect']),
    );
  });

  it.each(['javascript', 'typescript'])('takes what require brings for imports (%s)', async (language) => {
    const text = `const redaction = require('./redaction');
var build = require('./build').build;
const debug = require('debug')('app');
let later;
`;
    expect(await outline(language, text)).toEqual(['constant debug@3-3', 'constant later@4-4']);
    expect(await mentions(language, text)).toEqual(
      expect.arrayContaining(['import redaction < ./redaction', 'import build < ./build']),
    );
  });

  it.each(['javascript', 'typescript'])('calls what a module exports by its own name (%s)', async (language) => {
    const text = `module.exports = function createServer(options) {
  return options;
};
exports.parse = function doParse(text) {};
exports.walk = async function* (dir) {};
res.set = res.header = function header(field) {};
exports = module.exports = function build(x) {};
`;
    expect(await outline(language, text)).toEqual([
      'function createServer@1-3',
      'function parse@4-4',
      'function walk@5-5',
      'method res.set@6-6',
      'function build@7-7',
    ]);
    const { all } = await readCode(language, text);
    expect(all.flatMap(({ defines }) => defines.map(({ name }) => name))).toContain('header');
    const classes = 'module.exports = class Engine {};\nexports.Table = class T {};\n';
    if (language === 'javascript')
      expect(await outline(language, classes)).toEqual(['class Engine@1-1', 'class Table@2-2']);
  });

  it('reads JSX and TSX', async () => {
    const text = 'export const App = () => {\n  return <Layout><Button onClick={go} /></Layout>;\n};\n';
    expect(await outline('tsx', text)).toEqual(['function App@1-3']);
    expect(await mentions('tsx', text)).toEqual(['call Layout', 'call Button']);
    expect(await outline('javascript', text)).toEqual(['function App@1-3']);
  });
});

describe('headers', () => {
  it('reads a .h file in the language it is written in', async () => {
    expect(await outline('c', 'namespace a {\nclass B {\n public:\n  void f();\n};\n}\n')).toEqual([
      'module a@1-6',
      'class a.B@2-5',
      'method a.B.f@4-4',
    ]);
    expect(await outline('c', '@interface Foo : NSObject\n- (void)go;\n@end\n')).toEqual(
      expect.arrayContaining(['class Foo@1-3']),
    );
    expect(await outline('c', 'struct a {\n  int using;\n};\n')).toEqual(['class a@1-3']);
  });
});

describe('chunkBlob', () => {
  it('gives chunks with words, definitions and references', async () => {
    const blob = await chunkBlob(encoder.encode(PYTHON), 'python');
    expect(blob!.note).toBeNull();
    expect(blob!.chunks.map(({ symbol, startLine, endLine }) => `${symbol}@${startLine}-${endLine}`)).toEqual([
      'f@1-16',
      'Base@18-22',
    ]);
    expect(blob!.chunks[0]!.references).toContainEqual({ name: 'path', kind: 'import', from: 'os.path' });
    expect(blob!.chunks[0]!.searchText.split(' ')).toEqual(
      expect.arrayContaining(['def:limit', 'def:f', 'def:inner', 'ref:get']),
    );
    expect(blob!.chunks[0]!.tokens).toBeGreaterThan(20);
  });

  it('is null for binary content', async () => {
    expect(await chunkBlob(new Uint8Array([1, 0, 2]), 'python')).toBeNull();
  });

  it('reads UTF-16 and invalid UTF-8', async () => {
    const text = '\ufeffdef f():\n    return "é"\n';
    const utf16 = await chunkBlob(new Uint8Array(Buffer.from(text, 'utf16le')), 'python');
    expect(utf16!.chunks).toMatchObject([{ symbol: 'f', startLine: 1, endLine: 2, startByte: 0, endByte: 48 }]);
    const broken = Buffer.concat([
      Buffer.from('x = "'),
      Buffer.from([0xff, 0xfe, 0xe9]),
      Buffer.from('"\n\ndef f():\n    return 1\n'),
    ]);
    const chunks = (await chunkBlob(broken, 'python'))!.chunks;
    expect(chunks).toMatchObject([{ symbol: 'x', startByte: 0, endByte: broken.length - 1, endLine: 4 }]);
    expect(chunks[0]!.defines.map(({ name }) => name)).toEqual(['x', 'f']);
  });
});
