import { describe, expect, it } from 'vitest';
import { branchesOf } from '../../../src/languages/conditionals.ts';
import fc from '../../helpers/fastCheck.ts';
import { mentions, outline, readCode } from './readCode.ts';

const body = '{\n  return run(1);\n}\n';
/** A definition that a conditional part cuts, and what must be found of it. */
const CUT: readonly (readonly [string, string, string])[] = [
  ['between the type and the name', `int\n#if X\n__attribute__((noinline))\n#endif\nwanted(int a)\n${body}`, '1-8'],
  ['a word before the type', `int before;\n#ifdef X\nstatic\n#endif\nint wanted(int a)\n${body}`, '3-8'],
  ['between parameters', `int wanted(int a\n#ifdef X\n  , int b\n#endif\n)\n${body}`, '1-8'],
  [
    'in a condition',
    'int wanted(int a) {\n  if (a\n#ifdef X\n    && run(2)\n#endif\n  ) {\n    return 1;\n  }\n}\n',
    '1-9',
  ],
  [
    'a brace that another part closes',
    'int wanted(int a) {\n#ifdef X\n  if (a) {\n    return 2;\n  } else {\n#endif\n  run(1);\n#ifdef X\n  }\n#endif\n  return 1;\n}\n',
    '1-12',
  ],
  [
    'a brace in each branch',
    'int wanted(int a) {\n#ifdef X\n  if (a) {\n#else\n  if (!a) {\n#endif\n    run(1);\n  }\n  return 1;\n}\n',
    '1-10',
  ],
  [
    'an else',
    'int wanted(int a) {\n  if (a) {\n    run(2);\n  }\n#ifdef X\n  else if (a == 2) {\n    run(3);\n  }\n#endif\n  else {\n    run(4);\n  }\n}\n',
    '1-13',
  ],
];
const after = 'int following(int a)\n{\n  return a;\n}\n';

describe('a definition that a conditional part cuts', () => {
  for (const language of ['c', 'cpp', 'objc']) {
    it.each(CUT)(`is found in ${language}: %s`, async (_, text, lines) => {
      const found = await outline(language, text + after);
      expect(found.map((one) => one.replace(/^constant before@.*|^.* (?=wanted|following)/, ''))).toEqual(
        expect.arrayContaining([`wanted@${lines}`, expect.stringMatching(/^following@/)]),
      );
      expect(found.filter((one) => / (?:if|else)@/.test(one))).toEqual([]);
    });
  }

  it('is found in C#, with its class around', async () => {
    const text =
      'class Store {\n  int Wanted(int a) {\n#if X\n    if (a > 0) {\n#else\n    if (a < 0) {\n#endif\n      Run(1);\n    }\n    return 1;\n  }\n  int Next() { return 1; }\n}\n';
    expect(await outline('csharp', text)).toEqual([
      'class Store@1-13',
      'method Store.Wanted@2-11',
      'method Store.Next@12-12',
    ]);
  });

  it('has the names and the calls of both branches', async () => {
    const text = `static int\n#ifdef X\nwanted(int a)\n#else\nother(void)\n#endif\n{\n#ifdef X\n  if (first(1)) {\n#else\n  if (second(2)) {\n#endif\n    return 1;\n  }\n}\n${after}`;
    const { segments } = await readCode('c', text);
    expect(segments.map(({ defines }) => defines.map(({ name }) => name))).toEqual([
      ['wanted', 'other'],
      ['following'],
    ]);
    expect(await mentions('c', text)).toEqual(expect.arrayContaining(['call first', 'call second']));
  });

  it('is found beside a whole one of each branch', async () => {
    const text = `int cut(int a\n#ifdef X\n, int b\n#endif\n) {\n  return 1;\n}\n#ifdef Y\nint whole(int a) {\n  return 1;\n}\n#else\nint whole(int a) {\n  return 2;\n}\n#endif\n`;
    expect(await outline('c', text)).toEqual(['function cut@1-7', 'function whole@9-11', 'function whole@13-15']);
  });
});

describe('branchesOf', () => {
  const whole = `#ifndef A_H\n#define A_H\n#ifdef X\n${after}#else\nMACRO_ALONE\n#endif\nint a = 1;\n#if 0\nNOT_READ(1)\n#endif\n#endif\n`;

  it('leaves a text alone whose parts hold whole statements', () => {
    expect(branchesOf(whole)).toEqual([]);
    expect(branchesOf('int a = "#if";\n/*\n#if X\n{\n#endif\n*/\n')).toEqual([]);
  });

  it('answers a condition alike wherever it stands, and takes a constant at its word', () => {
    const text =
      'f(\n#if X\n1\n#else\n2\n#endif\n,\n#if !defined(X)\n3\n#else\n4\n#endif\n,\n#if 0\n5\n#else\n6\n#endif\n);\n';
    expect(branchesOf(text).map((branch) => branch.replace(/\s/g, ''))).toEqual(['f(1,4,6);', 'f(2,3,6);']);
  });

  it('reads no branch twice: what the first one has all of', () => {
    expect(branchesOf('int a[] = {\n#ifdef X\n1,\n#endif\n2 };\n')).toHaveLength(1);
  });

  it('keeps every offset of any text, and blanks whole parts only', () => {
    const line = fc.constantFrom(
      '#if X',
      '#else',
      '#endif',
      '#elif Y',
      '{',
      '}',
      'f(1);',
      'int a',
      '/* b',
      '*/',
      '"',
      '\\',
      '#if 0 \\',
    );
    const texts = fc.array(line, { maxLength: 30 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(texts, (text) => {
        for (const branch of branchesOf(text)) {
          expect(branch).toHaveLength(text.length);
          for (let at = 0; at < text.length; at++)
            expect(branch[at] === text[at] || (branch[at] === ' ' && text[at] !== '\n')).toBe(true);
        }
      }),
    );
  });
});

describe('a function behind a macro', () => {
  it.each(['c', 'cpp', 'objc'])('is found by its own name in %s', async (language) => {
    const heads = [
      'EXPORT UINT32\nwanted(void)',
      'API_FUNC size_t wanted(void)',
      'EXPORT UINT32\nwanted(int a, char *b)',
    ];
    for (const head of heads) {
      const { all } = await readCode(language, `${head}\n{\n\treturn 1;\n}\n\nint next(void) {\n  return 1;\n}\n`);
      expect(all.map(({ symbol }) => symbol)).toEqual(expect.arrayContaining(['wanted', 'next']));
    }
  });

  it.each(['c', 'objc'])('is found in %s where a type stands before it', async (language) => {
    const { all } = await readCode(language, 'LUA_API lua_F wanted (lua_State *L, lua_F f) {\n  return f;\n}\n');
    expect(all[0]).toMatchObject({ symbol: 'wanted', kind: 'function' });
  });
});
