import { describe, expect, it } from 'vitest';
import { OUTLINES } from './codeSamples.ts';
import { mentions, outline, readCode } from './readCode.ts';

describe.each(OUTLINES)('%s', (language, text, expected) => {
  it('finds definitions and who is inside of whom', async () => {
    expect(await outline(language, text)).toEqual(expected);
  });

  it('finds the same with CRLF and without the text around being whole', async () => {
    expect(await outline(language, text.replaceAll('\n', '\r\n'))).toEqual(expected);
    const broken = await readCode(language, `${text}\n}}} ((( "\n`);
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
    const { all } = await readCode(language, OUTLINES.find(([name]) => name === language)![1]);
    expect(all.find((segment) => segment.symbol === symbol)).toMatchObject({ signature, doc });
  });

  it.each([
    ['python', `def f(sep=" # ", other='a -- b', **rest):\n    return 1\n`, `def f(sep=" # ", other='a -- b', **rest)`],
    ['python', 'def f(  # say "why"\n    a="\\" # ",\n    b=2,  # because\n):\n    pass\n', 'def f(a="\\" # ", b=2)'],
    ['ruby', "def f(sep = ' # ', b = nil) # it's\n  1\nend\n", "def f(sep = ' # ', b = nil)"],
    ['typescript', "function f(url = 'a // b'): void { // it's\n}\n", "function f(url = 'a // b'): void"],
    [
      'rust',
      "fn f<'a>( // the caller's\n    x: &'a str, // it's 'a\n) -> u8 {\n    1\n}\n",
      "fn f<'a>(x: &'a str) -> u8",
    ],
  ])('takes no comment and all of a string into a signature of %s: %s', async (language, text, signature) => {
    const { all } = await readCode(language, text);
    expect(all.find(({ symbol }) => symbol === 'f')?.signature).toBe(signature);
  });

  it('keeps a signature short and on one line', async () => {
    const parameters = Array.from({ length: 80 }, (_, at) => `  argument${at}: Type${at}, // why`).join('\n');
    const { all } = await readCode('typescript', `function f(\n${parameters}\n) {\n}\n`);
    expect(all[0]!.signature.length).toBeLessThanOrEqual(300);
    expect(all[0]!.signature).toMatch(/^function f\(argument0: Type0, argument1: Type1,/);
  });
});
