import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without declarations
import { faultsOf, lookAt } from '../../scripts/checkWords.mjs';

const look = (text: string, file = 'a.ts') => lookAt(file, text);
const beginnings = (text: string): string[] => look(text).words.map(({ sentence }: { sentence: string }) => sentence);

describe('the beginnings of sentences', () => {
  it.each([
    ['/** What a row is. */', ['What a row is.']],
    ['/** Of the index. */', ['Of the index.']],
    ['// What opens a part.', ['What opens a part.']],
    ['  // Of the last part nothing is left.', ['Of the last part nothing is left.']],
    ['/** How rows are read. */', ['How rows are read.']],
    ['/** As git has it */', ['As git has it']],
    ['/** Whether it is there. */', ['Whether it is there.']],
    ['/** The same, sorted. */', ['The same, sorted.']],
    ['/** If only one is there. */', ['If only one is there.']],
    ['/** Returns rows. What is gone is left out. */', ['What is gone is left out.']],
    ['/** Returns rows (of one blob.) Of others, none. */', ['Of others, none.']],
    ['/**\n * Returns\n * rows.\n *\n * What is\n * gone.\n */', ['What is gone.']],
  ])('%s', (comment, found) => {
    expect(beginnings(`${comment}\nexport const a = 1;\n`)).toEqual(found);
  });

  it.each([
    '/** Returns what a row is. */',
    '/** Whatever it is. Often. Aspects. */',
    "/** What's more, it is fast. */",
    '/** Reads rows, e.g. What. */',
    '/** Reads rows. @returns What is there. */',
    '/** Reads rows.\n * @param a Of b. What c. */',
    '/* What is no doc comment. */',
    '// Reads rows.\n// What follows goes on from the line before.',
    '  // What stands inside of a function is no part.',
  ])('%s is as it should be', (comment) => {
    expect(beginnings(`${comment}\nexport const a = 1;\n`)).toEqual([]);
  });

  it('tells the line of the comment and reads JSX', () => {
    const text = 'export const a = <p>{/** Of it. */ 1}</p>;\n\n/** What it is. */\nexport const b = 1;\n';
    expect(look(text, 'a.tsx').words).toEqual([
      { line: 1, sentence: 'Of it.' },
      { line: 3, sentence: 'What it is.' },
    ]);
  });
});

describe('the width of comments', () => {
  const wide = 'word '.repeat(20).trim();

  it('counts lines of comments beyond 100 columns, also behind code', () => {
    expect(look(`/**\n * ${'x'.repeat(97)}\n * ${'x'.repeat(98)}\n */\n`).columns).toEqual([3]);
    expect(look(`// ${'x'.repeat(97)}\n// ${'x'.repeat(98)}\n`).columns).toEqual([2]);
    expect(look(`const a = 1; // ${wide}\n`).columns).toEqual([1]);
  });

  it('lets code, strings, directives and addresses be', () => {
    const text = [
      `const a = '// ${wide} ${wide}';`,
      `// biome-ignore lint/a: ${wide}`,
      `// https://example.com/${'x'.repeat(100)}`,
      `/** short */ const b = '${wide}';`,
    ];
    expect(look(text.join('\n')).columns).toEqual([]);
  });
});

describe('exported names', () => {
  it('are those that a module declares: values and types, and names given to its own', () => {
    const text = `
      import { one } from './one.ts';
      export { one, one as uno };
      export { two } from './two.ts';
      export * from './three.ts';
      export const four = 1, { five, six: [seven, ...eight] } = x;
      export function nine() {}
      export class Ten {}
      export type Eleven = 1;
      export interface Twelve {}
      const thirteen = 1;
      export { thirteen as fourteen };
      export default 1;`;
    expect(look(text).names).toEqual(['four', 'five', 'seven', 'eight', 'nine', 'Ten', 'Eleven', 'Twelve', 'fourteen']);
  });
});

describe('the faults of modules', () => {
  it('are told by file and line, and names with all that export them', () => {
    const modules = new Map([
      ['a.ts', look(`/** Of it. */\nexport const one = 1;\n/** What it is. */\nexport const two = 1;\n`)],
      ['b.ts', look(`export type one = 1;\n// ${'x'.repeat(98)}\n`)],
    ]);
    expect(faultsOf(modules)).toEqual([
      'src/a.ts:1: Of it.',
      'src/a.ts:3: What it is.',
      'src/b.ts:2: over 100 columns',
      'one is exported by src/a.ts and src/b.ts',
    ]);
    expect(faultsOf(new Map([['a.ts', look('export const one = 1;\n')]]))).toEqual([]);
  });

  it('do not hide a module that cannot be read', () => {
    expect(() => look('export const')).toThrow('a.ts: ');
  });
});
