import { expect, it, vi } from 'vitest';
import { parseText } from '../../../src/chunk/parser.ts';
import { syntaxOf } from '../../../src/languages/languages.ts';
import { isSlow } from '../../helpers/slow.ts';

/** Each takes as long to load as it is large. */
const NAMES = [
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

it('loads grammars that several builds ask for at once', async () => {
  const names = isSlow ? NAMES : NAMES.slice(0, 5);
  const languages = names.flatMap((name) => syntaxOf(name) ?? []);
  expect(languages.length).toBe(names.length);
  const parsed = await Promise.all(languages.map((language) => parseText(language, 'x\n', () => true)));
  expect(parsed).toEqual(languages.map(() => ({ result: true, hasError: expect.any(Boolean) })));
});

it('starts a runtime of its own where its file was loaded before', async () => {
  const language = syntaxOf('python')!;
  for (let times = 0; times < 2; times++) {
    vi.resetModules();
    const again = await import('../../../src/chunk/parser.ts');
    expect(await again.parseText(language, 'x\n', () => true)).toEqual({ result: true, hasError: expect.any(Boolean) });
  }
});
