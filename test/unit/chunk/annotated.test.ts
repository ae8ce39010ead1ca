/** An annotation, attribute or decorator above a definition, or before it on its line, hides no definition. */

import { describe, expect, it } from 'vitest';
import { chunkBlob } from '../../../src/chunk/chunkBlob.ts';

interface Annotated {
  marks: string[];
  /** A text around each definition, `%` in its place. */
  inside?: string;
  /** Each defines `wanted`, or `Wanted`. */
  definitions: string[];
}

const TYPED = ['class Wanted {}', 'interface Wanted {}', 'enum Wanted { A }'];

const ANNOTATED: readonly (readonly [string, Annotated])[] = [
  [
    'dart',
    {
      marks: ['@deprecated', "@Deprecated('x')", '@a.b(c: 1) @deprecated'],
      definitions: [
        'typedef Wanted = Foo;',
        'typedef Wanted<T> = Foo<T>;',
        'typedef void Wanted(int a);',
        'typedef Foo Wanted<T>(T a);',
        'typedef Wanted = int Function(int);',
        'class Wanted {}',
        'abstract class Wanted {}',
        'class Wanted = A with B;',
        'sealed class Wanted {}',
        'mixin Wanted {}',
        'mixin Wanted on A {}',
        'enum Wanted { a }',
        'extension Wanted on int { int f() => 1; }',
        'extension type Wanted(int i) {}',
        'int wanted() { return 1; }',
        'Future<int> wanted() async => 1;',
        'int get wanted => 1;',
        'set wanted(int a) {}',
        'const wanted = 1;',
        'final int wanted = 1;',
        'int wanted = 2;',
        'late final int wanted;',
        'external int wanted();',
      ],
    },
  ],
  [
    'dart',
    {
      marks: ['@override', "@Deprecated('x')"],
      inside: 'class A {\n%\n}',
      definitions: [
        'int wanted() { return 1; }',
        'static int wanted() => 1;',
        'int get wanted => 1;',
        'set wanted(int a) {}',
        'final int wanted = 1;',
        'int wanted;',
        'static const wanted = 1;',
        'A.wanted();',
        'const A.wanted();',
        'factory A.wanted() => A();',
        'int wanted();',
        'external int wanted();',
      ],
    },
  ],
  ['dart', { marks: ['@deprecated'], inside: 'enum A {\na,\n%\n}', definitions: ['wanted', 'wanted(1)'] }],
  [
    'java',
    {
      marks: ['@Deprecated', '@Foo("x")', '@Foo(a = 1, b = {2})\n@Deprecated'],
      definitions: [...TYPED, 'public final class Wanted {}', 'record Wanted(int a) {}', '@interface Wanted {}'],
    },
  ],
  [
    'java',
    {
      marks: ['@Deprecated', '@Foo("x")'],
      inside: 'class A {\n%\n}',
      definitions: [
        ...TYPED,
        'int wanted() { return 1; }',
        'abstract int wanted();',
        '<T> T wanted(T a) { return a; }',
        'public static final int WANTED = 1;',
        'private int wanted;',
      ],
    },
  ],
  ['java', { marks: ['@Deprecated'], inside: 'enum A {\n%\n}', definitions: ['WANTED', 'WANTED(1)'] }],
  [
    'kotlin',
    {
      marks: ['@Deprecated', '@Deprecated("x")', '@file:Foo\n@Bar(1)', '@field:Foo'],
      definitions: [
        'class Wanted',
        'class Wanted {}',
        'data class Wanted(val a: Int)',
        'interface Wanted {}',
        'fun interface Wanted { fun f() }',
        'object Wanted {}',
        'enum class Wanted { A }',
        'sealed class Wanted',
        'annotation class Wanted',
        'typealias Wanted = Foo',
        'fun wanted() {}',
        'fun <T> T.wanted(): Int = 1',
        'suspend fun wanted() {}',
        'const val WANTED = 1',
        'val wanted = 1',
        'val wanted: Int get() = 1',
      ],
    },
  ],
  [
    'kotlin',
    {
      marks: ['@Deprecated("x")', '@get:Foo'],
      inside: 'class A {\n%\n}',
      definitions: ['fun wanted() {}', 'val wanted = 1', 'class Wanted {}', 'lateinit var wanted: Int'],
    },
  ],
  [
    'csharp',
    {
      marks: ['[Obsolete]', '[Obsolete("x", true)]', '[A, B(1)]\n[C]'],
      definitions: [
        ...TYPED,
        'struct Wanted {}',
        'record Wanted(int A);',
        'record struct Wanted(int A);',
        'delegate int Wanted(int a);',
      ],
    },
  ],
  [
    'csharp',
    {
      marks: ['[Obsolete]', '[return: A(1)]'],
      inside: 'class A {\n%\n}',
      definitions: [
        ...TYPED,
        'int Wanted() { return 1; }',
        'int Wanted() => 1;',
        'int Wanted { get; set; }',
        'const int Wanted = 1;',
        'static readonly int Wanted = 1;',
        'event Foo Wanted;',
        'delegate int Wanted(int a);',
      ],
    },
  ],
  ['csharp', { marks: ['[A]'], inside: 'enum A {\n%\n}', definitions: ['Wanted', 'Wanted = 1'] }],
  [
    'swift',
    {
      marks: ['@objc', '@available(iOS 13, *)', '@MainActor\n@objc(Foo)'],
      definitions: [
        'class Wanted {}',
        'struct Wanted {}',
        'enum Wanted { case a }',
        'protocol Wanted {}',
        'actor Wanted {}',
        'typealias Wanted = Foo',
        'func wanted() {}',
        'let wanted = 1',
        'public final class Wanted {}',
      ],
    },
  ],
  [
    'swift',
    {
      marks: ['@objc', '@available(*, deprecated, message: "x")'],
      inside: 'class A {\n%\n}',
      definitions: [
        'func wanted() {}',
        'static func wanted() -> Int { 1 }',
        'let wanted = 1',
        'var wanted: Int { 1 }',
        'typealias Wanted = Foo',
        'class Wanted {}',
      ],
    },
  ],
  ['swift', { marks: ['@available(*, deprecated)'], inside: 'enum A {\n%\n}', definitions: ['case wanted'] }],
  [
    'swift',
    { marks: ['@objc'], inside: 'protocol A {\n%\n}', definitions: ['func wanted()', 'var wanted: Int { get }'] },
  ],
  [
    'php',
    {
      marks: ['#[Foo]', "#[Foo('x'), Bar]", '#[Foo]\n#[Bar(1)]'],
      inside: '<?php\n%\n',
      definitions: [
        'class Wanted {}',
        'final class Wanted {}',
        'interface Wanted {}',
        'trait Wanted {}',
        'enum Wanted { case A; }',
        'function wanted() {}',
      ],
    },
  ],
  [
    'php',
    {
      marks: ['#[Foo]', "#[Foo('x')]"],
      inside: '<?php\nclass A {\n%\n}\n',
      definitions: [
        'function wanted() {}',
        'public static function wanted(): int { return 1; }',
        'abstract function wanted();',
        'const WANTED = 1;',
        'public int $wanted = 1;',
      ],
    },
  ],
  [
    'php',
    { marks: ['#[Foo]'], inside: '<?php\nenum A {\n%\n}\n', definitions: ['case WANTED;', "case WANTED = 'a';"] },
  ],
  [
    'rust',
    {
      marks: ['#[inline]', '#[cfg(feature = "x")]', '#[derive(Debug)]\n#[repr(C)]'],
      definitions: [
        'fn wanted() {}',
        'pub async fn wanted() {}',
        'struct Wanted;',
        'struct Wanted { a: u8 }',
        'struct Wanted(u8);',
        'enum Wanted { A }',
        'union Wanted { a: u8 }',
        'trait Wanted {}',
        'type Wanted = u8;',
        'const WANTED: u8 = 1;',
        'static WANTED: u8 = 1;',
        'mod wanted {}',
        'macro_rules! wanted { () => {} }',
      ],
    },
  ],
  [
    'rust',
    {
      marks: ['#[inline]', '#[cfg(a)]'],
      inside: 'impl A {\n%\n}',
      definitions: ['fn wanted() {}', 'const WANTED: u8 = 1;', 'pub fn wanted(&self) {}'],
    },
  ],
  ['rust', { marks: ['#[must_use]'], inside: 'trait A {\n%\n}', definitions: ['fn wanted();', 'fn wanted() {}'] }],
  [
    'scala',
    {
      marks: ['@deprecated', '@deprecated("x", "1")', '@a @b(1)'],
      definitions: [
        'class Wanted',
        'case class Wanted(a: Int)',
        'trait Wanted {}',
        'object Wanted {}',
        'case object Wanted',
        'def wanted(a: Int): Int = a',
        'val wanted = 1',
        'type Wanted = Int',
        'enum Wanted { case A }',
      ],
    },
  ],
  [
    'scala',
    {
      marks: ['@inline', '@deprecated("x", "1")'],
      inside: 'class A {\n%\n}',
      definitions: [
        'def wanted(a: Int): Int = a',
        'val wanted = 1',
        'type Wanted = Int',
        'def wanted: Int',
        'lazy val wanted = 1',
      ],
    },
  ],
  [
    'python',
    {
      marks: ['@a', '@a.b(1)', '@a\n@b'],
      definitions: ['def wanted():\n    pass', 'async def wanted():\n    pass', 'class Wanted:\n    pass'],
    },
  ],
  [
    'typescript',
    {
      marks: ['@A', '@A()', '@A({ b: 1 })\n@B'],
      definitions: [
        'class Wanted {}',
        'export class Wanted {}',
        'abstract class Wanted {}',
        'export default class Wanted {}',
      ],
    },
  ],
  [
    'typescript',
    {
      marks: ['@A', '@A()'],
      inside: 'class B {\n%\n}',
      definitions: [
        'wanted() {}',
        'async wanted() {}',
        'static wanted() {}',
        'get wanted() { return 1; }',
        'wanted = () => 1;',
        'private wanted(a: number): void {}',
      ],
    },
  ],
  [
    'javascript',
    {
      marks: ['@a', '@a(1)'],
      inside: 'class B {\n%\n}',
      definitions: ['wanted() {}', 'static wanted() {}', 'wanted = () => 1;'],
    },
  ],
  [
    'groovy',
    {
      marks: ['@Foo', '@Foo("x")'],
      definitions: ['class Wanted {}', 'interface Wanted {}', 'trait Wanted {}', 'enum Wanted { A }'],
    },
  ],
  [
    'groovy',
    {
      marks: ['@Foo'],
      inside: 'class A {\n%\n}',
      definitions: ['def wanted() { 1 }', 'int wanted() { 1 }', 'void wanted(int a) {}'],
    },
  ],
  [
    'cpp',
    {
      marks: ['[[nodiscard]]', '[[deprecated("x")]]', '__attribute__((noinline))', 'alignas(8)'],
      definitions: ['int wanted() { return 1; }', 'int* wanted() { return 0; }'],
    },
  ],
  [
    'cpp',
    {
      marks: ['[[nodiscard]]', '[[deprecated("x")]]'],
      inside: 'class A {\n%\n};',
      definitions: [
        'int wanted() { return 1; }',
        'int wanted();',
        'static int wanted() { return 1; }',
        'virtual int wanted() = 0;',
      ],
    },
  ],
  ['c', { marks: ['__attribute__((noinline))', '[[nodiscard]]'], definitions: ['int wanted(void) { return 1; }'] }],
  [
    'fsharp',
    {
      marks: ['[<Struct>]', '[<Literal; A("x>")>]', '[<A>] [<B(1)>]'],
      definitions: ['type Wanted = int', 'let wanted = 1', 'let rec wanted a = a', 'module Wanted ='],
    },
  ],
  [
    'unknown',
    { marks: ['@Foo', '@Foo("x", b(1))'], definitions: ['class Wanted {}', 'function wanted() {}', 'enum Wanted {}'] },
  ],
  [
    'solidity',
    { marks: ['/// @notice a'], definitions: ['contract Wanted {}', 'function wanted() pure returns (uint) {}'] },
  ],
  [
    'elixir',
    {
      marks: ['@doc false', '@spec wanted(a) :: a'],
      inside: 'defmodule A do\n%\nend',
      definitions: ['def wanted(a), do: a'],
    },
  ],
  ['julia', { marks: ['@inline', '@noinline'], definitions: ['function wanted(a)\n  a\nend', 'wanted(a) = a'] }],
  ['zig', { marks: ['pub', 'export', 'inline'], definitions: ['fn wanted() void {}'] }],
  ['r', { marks: ["#' @export"], definitions: ['wanted <- function(a) a'] }],
];

/** Here an annotation has a line of its own. */
const ON_LINES: ReadonlySet<string> = new Set(['python', 'r', 'elixir', 'solidity']);

const CASES = ANNOTATED.flatMap(([language, { marks, inside = '%', definitions }]) =>
  definitions.flatMap((definition) => {
    const gaps = ON_LINES.has(language) ? ['\n'] : ['\n', ' '];
    const before = ['', ...marks.flatMap((mark) => gaps.map((gap) => mark + gap))];
    return before.map((mark) => [language, mark + definition, inside.replace('%', () => mark + definition)] as const);
  }),
);

const encoder = new TextEncoder();

describe('an annotated definition', () => {
  it.each(CASES)('of %s is found: %s', async (language, _, text) => {
    const { chunks } = (await chunkBlob(encoder.encode(`${text}\n`), language))!;
    const names = chunks.flatMap(({ defines }) => defines.map(({ name }) => name));
    expect(names.filter((name) => /(?:^|[.$])wanted$/i.test(name))).toHaveLength(1);
  });
});
