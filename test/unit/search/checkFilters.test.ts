import { expect, it } from 'vitest';
import { checkFilters, languagesCalled, matcherOf } from '../../../src/view/checkFilters.ts';

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
  for (const [name, meant] of Object.entries({ typscript: 'typescript', pyth: 'python' }))
    expect(() => checkFilters({ languages: [name] })).toThrow(
      expect.objectContaining({ hint: `Did you mean ${meant}?` }),
    );
  expect(() => checkFilters({ kinds: ['procedure'] })).toThrow(
    expect.objectContaining({ hint: expect.stringMatching(/^The kinds: function, .*text\.$/) }),
  );
});

it('reads an ending or another spelling as the language that has it', () => {
  const endings = {
    js: 'javascript',
    ts: 'typescript',
    py: 'python',
    RS: 'rust',
    kt: 'kotlin',
    yml: 'yaml',
    md: 'markdown',
  };
  const spelt = { 'c++': 'cpp', 'C#': 'csharp', golang: 'go', TypeScript: 'typescript' };
  for (const [name, meant] of Object.entries({ ...endings, ...spelt }))
    expect([...languagesCalled([name])]).toEqual([meant]);
  const isWanted = matcherOf({ paths: [], languages: ['ts', 'golang'], kinds: [] });
  expect(['typescript', 'go', 'rust'].map((language) => isWanted({ path: 'a', language }))).toEqual([
    true,
    true,
    false,
  ]);
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
