import { expect, it } from 'vitest';
import { checkFilters } from '../../../src/view/checkFilters.ts';

it('refuses what no file and no chunk can be, with what was probably meant', () => {
  expect(() => checkFilters({ languages: ['go', 'Pyhton'] })).toThrow(
    expect.objectContaining({
      code: 'USAGE',
      message: 'No language is called "Pyhton".',
      hint: 'Did you mean python?',
    }),
  );
  expect(() => checkFilters({ languages: ["x') OR (true"] })).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('typescript') }),
  );
  expect(() => checkFilters({ kinds: ['functon'] })).toThrow(
    expect.objectContaining({ message: 'No kind is called "functon".', hint: 'Did you mean function?' }),
  );
  expect(() => checkFilters({ kinds: ['func'] })).toThrow(expect.objectContaining({ hint: 'Did you mean function?' }));
  const languages = {
    js: 'javascript',
    ts: 'typescript',
    py: 'python',
    RS: 'rust',
    kt: 'kotlin',
    yml: 'yaml',
    md: 'markdown',
  };
  const names = { 'c++': 'cpp', 'C#': 'csharp', golang: 'go', typscript: 'typescript', pyth: 'python' };
  for (const [name, meant] of Object.entries({ ...languages, ...names }))
    expect(() => checkFilters({ languages: [name] })).toThrow(
      expect.objectContaining({ hint: `Did you mean ${meant}?` }),
    );
  expect(() => checkFilters({ kinds: ['procedure'] })).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(/^The kinds: function, .*text\.$/) }),
  );
});

it('lets pass every language in either case, kinds of chunks and of mentions', () => {
  expect(() => checkFilters({})).not.toThrow();
  expect(() => checkFilters({ languages: ['TypeScript', 'text', 'cpp'], kinds: ['enum', 'type'] })).not.toThrow();
  expect(() => checkFilters({ kinds: ['call', 'type', 'link'] }, 'mentions')).not.toThrow();
});

it('refuses a kind of chunks for mentions, and the other way round', () => {
  expect(() => checkFilters({ kinds: ['function'] }, 'mentions')).toThrow(
    expect.objectContaining({ hint: 'The kinds: call, import, inherit, type, link, use.' }),
  );
  expect(() => checkFilters({ kinds: ['cal'] }, 'mentions')).toThrow(
    expect.objectContaining({ hint: 'Did you mean call?' }),
  );
  expect(() => checkFilters({ kinds: ['call'] })).toThrow(
    expect.objectContaining({ message: 'No kind is called "call".' }),
  );
});
