import { describe, expect, it } from 'vitest';
import { chunkBlob } from '../../../src/chunk/chunk.ts';
import { codeSegments } from '../../../src/chunk/code.ts';
import { languageOf } from '../../../src/chunk/languages.ts';
import type { Segment } from '../../../src/chunk/segments.ts';
import { sourceOf } from '../../../src/chunk/source.ts';

const encoder = new TextEncoder();

async function read(language: string, text: string) {
  const code = await codeSegments(sourceOf(encoder.encode(text), language)!, languageOf(language, text)!);
  if ('note' in code) throw new Error(code.note);
  return { ...code, all: flat(code.segments) };
}

const flat = (segments: Segment[]): Segment[] => segments.flatMap((segment) => [segment, ...flat(segment.children)]);

/** `kind Scope.symbol@startLine-endLine` */
async function outline(language: string, text: string): Promise<string[]> {
  const { all } = await read(language, text);
  return all.map(
    ({ kind, scope, symbol, startLine, endLine }) => `${kind} ${[...scope, symbol].join('.')}@${startLine}-${endLine}`,
  );
}

/** `kind name` or `kind name < from` */
async function mentions(language: string, text: string): Promise<string[]> {
  const { references } = await read(language, text);
  return [
    ...new Set(
      references.map(({ kind, name, from }) => (from === undefined ? `${kind} ${name}` : `${kind} ${name} < ${from}`)),
    ),
  ];
}

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
    const { all } = await read('python', PYTHON);
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
    const { all } = await read('typescript', TYPESCRIPT);
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
      'class exports@5-5',
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

  it('reads JSX and TSX', async () => {
    const text = 'export const App = () => {\n  return <Layout><Button onClick={go} /></Layout>;\n};\n';
    expect(await outline('tsx', text)).toEqual(['function App@1-3']);
    expect(await mentions('tsx', text)).toEqual(['call Layout', 'call Button']);
    expect(await outline('javascript', text)).toEqual(['function App@1-3']);
  });
});

const OUTLINES: [language: string, text: string, outline: string[]][] = [
  [
    'java',
    `package a;
/** Doc. */
@Service
public class A<T> extends B implements C {
  private static final int X = 1;
  @Override
  public <R> List<R> go(String s) { return new ArrayList<>(); }
  A() {}
  enum E { ONE, TWO }
  interface I { void f(); }
  record R(int x) {}
}`,
    [
      'class A@2-12',
      'constant A.X@5-5',
      'method A.go@6-7',
      'method A.A@8-8',
      'enum A.E@9-9',
      'constant A.E.ONE@9-9',
      'constant A.E.TWO@9-9',
      'interface A.I@10-10',
      'method A.I.f@10-10',
      'class A.R@11-11',
    ],
  ],
  [
    'go',
    `package a

// S serves.
type S struct {
	x int
}
type I interface {
	F(a int) error
}
type Id = string
const (
	A = iota
	B
)
var global = 1

// Start starts.
func (s *S[T]) Start(ctx context.Context) error {
	local := 1
	return s.run(ctx, local)
}
func main() {}`,
    [
      'class S@3-6',
      'interface I@7-9',
      'method I.F@8-8',
      'type Id@10-10',
      'constant A@12-12',
      'constant B@13-13',
      'constant global@15-15',
      'method S.Start@17-21',
      'function main@22-22',
    ],
  ],
  [
    'rust',
    `//! Crate.
use a::b::{C, d as e};
/// A thing.
#[derive(Debug)]
pub struct S<T> { x: T }
pub enum E { A(i32), B }
pub trait T: Base { fn f(&self); }
impl<T> Tr for S<T> {
    fn f(&self) -> i32 { g::<i32>(self.x) }
}
const LIMIT: usize = 3;
macro_rules! m { () => {} }
mod inner { pub fn h() {} }`,
    [
      'class S@3-5',
      'enum E@6-6',
      'interface T@7-7',
      'method T.f@7-7',
      'class S@8-10',
      'method S.f@9-9',
      'constant LIMIT@11-11',
      'function m@12-12',
      'module inner@13-13',
      'function inner.h@13-13',
    ],
  ],
  [
    'c',
    `#include <stdio.h>
#define MAX 10
#define SQ(x) ((x) * (x))
/* A point. */
typedef struct point { int x; } point_t;
enum color { RED };
struct node;
static char **names(int a,
                    int b)
{
    return helper(a);
}
int global = 3;
typedef int (*callback)(void *);`,
    [
      'constant MAX@2-2',
      'function SQ@3-3',
      'class point_t@4-5',
      'class point_t.point@5-5',
      'enum color@6-6',
      'constant color.RED@6-6',
      'function names@8-12',
      'constant global@13-13',
      'type callback@14-14',
    ],
  ],
  [
    'cpp',
    `namespace a::b {
template <typename T>
class Box : public Base<T> {
 public:
  explicit Box(int x);
  T& get() const { return x_; }
  bool operator==(const Box& o) const;
};
using Id = std::string;
enum class E { A };
}
template <typename T>
T& Box<T>::take(int a) {
  return std::move(a);
}
void a::b::go() {}`,
    [
      'module a.b@1-11',
      'class a.b.Box@2-8',
      'method a.b.Box.Box@5-5',
      'method a.b.Box.get@6-6',
      'method a.b.Box.operator==@7-7',
      'type a.b.Id@9-9',
      'enum a.b.E@10-10',
      'constant a.b.E.A@10-10',
      'method Box<T>.take@12-15',
      'method a.b.go@16-16',
    ],
  ],
  [
    'csharp',
    `using System.Linq;
namespace A.B
{
    /// <summary>Doc.</summary>
    [Serializable]
    public class C : D, IE<int>
    {
        private readonly int x = 1;
        public string Name { get; set; }
        public C() : base() { }
        public async Task<T> Go<T>(int a) => await this.Run(a);
        enum E { One }
        interface IF { void F(); }
    }
    public record R(int X);
    struct S { }
}`,
    [
      'module A.B@2-17',
      'class A.B.C@4-14',
      'constant A.B.C.x@8-8',
      'constant A.B.C.Name@9-9',
      'method A.B.C.C@10-10',
      'method A.B.C.Go@11-11',
      'enum A.B.C.E@12-12',
      'constant A.B.C.E.One@12-12',
      'interface A.B.C.IF@13-13',
      'method A.B.C.IF.F@13-13',
      'class A.B.R@15-15',
      'class A.B.S@16-16',
    ],
  ],
  [
    'ruby',
    `require 'json'
module A
  # A thing.
  class B < C::D
    include E
    LIMIT = 3
    def self.make(x) = new(x)
    def go!(a, b: 1)
      helper.call(a)
    end
  end
end
class A::F; end
describe 'it' do
  it 'works' do
  end
end`,
    [
      'module A@2-12',
      'class A.B@3-11',
      'constant A.B.LIMIT@6-6',
      'method A.B.make@7-7',
      'method A.B.go!@8-10',
      'class A.F@13-13',
      'function it@14-17',
      'function it.works@15-16',
    ],
  ],
  [
    'php',
    `<?php
namespace A\\B;
use X\\Y;
use Z\\{P, Q as R};
/** Doc. */
#[Attr]
abstract class C extends D implements E {
    use T;
    const LIMIT = 3;
    private int $x = 1;
    public function go(int $a): ?Fact { return $this->run(new G()); }
    abstract protected function no();
}
interface I { public function f(); }
trait T {}
enum Suit { case Hearts; }
function top() { strlen('a'); }`,
    [
      'class C@5-13',
      'constant C.LIMIT@9-9',
      'constant C.x@10-10',
      'method C.go@11-11',
      'method C.no@12-12',
      'interface I@14-14',
      'method I.f@14-14',
      'class T@15-15',
      'enum Suit@16-16',
      'constant Suit.Hearts@16-16',
      'function top@17-17',
    ],
  ],
];

describe.each(OUTLINES)('%s', (language, text, expected) => {
  it('finds definitions and who is inside of whom', async () => {
    expect(await outline(language, text)).toEqual(expected);
  });

  it('finds the same with CRLF and without the text around being whole', async () => {
    expect(await outline(language, text.replaceAll('\n', '\r\n'))).toEqual(expected);
    const broken = await read(language, `${text}\n}}} ((( "\n`);
    expect(broken.all.length).toBeGreaterThan(0);
  });
});

describe('references', () => {
  const of = (language: string) => mentions(language, OUTLINES.find(([name]) => name === language)![1]);

  it.each([
    ['java', ['inherit B', 'inherit C', 'call ArrayList', 'type List', 'type String', 'type Service']],
    ['go', ['type Context < context', 'call run < s']],
    ['rust', ['import C < a::b', 'import d < a::b', 'inherit Tr', 'call g']],
    ['c', ['import stdio < stdio.h', 'call helper']],
    ['cpp', ['inherit Base', 'call move < std', 'type Box']],
    ['csharp', ['import Linq < System.Linq', 'inherit D', 'inherit IE', 'call Run < this']],
    ['ruby', ['import json < json', 'inherit D < C', 'inherit E', 'call call < helper', 'call new']],
    [
      'php',
      [
        'import Y < X\\Y',
        'import P < Z',
        'import Q < Z',
        'inherit D',
        'inherit E',
        'inherit T',
        'call run < $this',
        'call G',
        'type Fact',
        'call strlen',
      ],
    ],
  ])('%s', async (language, expected) => {
    expect(await of(language)).toEqual(expect.arrayContaining(expected));
  });
});

describe('signatures and documentation', () => {
  it.each([
    ['java', 'A', 'public class A<T> extends B implements C', 'Doc.'],
    ['java', 'go', 'public <R> List<R> go(String s)', ''],
    ['go', 'Start', 'func (s *S[T]) Start(ctx context.Context) error', 'Start starts.'],
    ['go', 'I', 'type I interface', ''],
    ['rust', 'S', 'pub struct S<T>', 'A thing.'],
    ['c', 'names', 'static char **names(int a, int b)', ''],
    ['c', 'point_t', 'typedef struct point', 'A point.'],
    ['cpp', 'take', 'template <typename T> T& Box<T>::take(int a)', ''],
    ['csharp', 'C', 'public class C : D, IE<int>', 'Doc.'],
    ['ruby', 'go!', 'def go!(a, b: 1)', ''],
    ['php', 'go', 'public function go(int $a): ?Fact', ''],
    ['php', 'C', 'abstract class C extends D implements E', 'Doc.'],
  ])('%s %s', async (language, symbol, signature, doc) => {
    const { all } = await read(language, OUTLINES.find(([name]) => name === language)![1]);
    expect(all.find((segment) => segment.symbol === symbol)).toMatchObject({ signature, doc });
  });

  it('keeps a signature short and on one line', async () => {
    const parameters = Array.from({ length: 80 }, (_, at) => `  argument${at}: Type${at}, // why`).join('\n');
    const { all } = await read('typescript', `function f(\n${parameters}\n) {\n}\n`);
    expect(all[0]!.signature.length).toBeLessThanOrEqual(300);
    expect(all[0]!.signature).toMatch(/^function f\(argument0: Type0, argument1: Type1,/);
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
