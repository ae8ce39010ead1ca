import { expect, it } from 'vitest';
import { parseText } from '../../../src/chunk/parser.ts';
import { syntaxOf } from '../../../src/languages/languages.ts';

it('loads grammars that several builds ask for at once', async () => {
  const names = [
    'python',
    'go',
    'rust',
    'ruby',
    'java',
    'typescript',
    'tsx',
    'c',
    'cpp',
    'php',
    'kotlin',
    'swift',
    'bash',
    'lua',
  ];
  const languages = names.flatMap((name) => syntaxOf(name) ?? []);
  expect(languages.length).toBe(names.length);
  const parsed = await Promise.all(languages.map((language) => parseText(language, 'x\n', () => true)));
  expect(parsed).toEqual(languages.map(() => ({ result: true })));
});
