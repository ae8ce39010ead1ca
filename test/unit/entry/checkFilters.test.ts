import { expect, it } from 'vitest';
import { checkFilters } from '../../../src/entry/checkFilters.ts';

it('refuses what no file and no chunk can be, with what was probably meant', () => {
  expect(() => checkFilters('query', { lang: ['go', 'Pyhton'] })).toThrow(
    expect.objectContaining({ code: 'USAGE', message: 'No language is called "Pyhton".', hint: '--lang python?' }),
  );
  expect(() => checkFilters('query', { lang: ["x') OR (true"] })).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('cora files') }),
  );
  expect(() => checkFilters('query', { kind: ['klass'] })).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('class') }),
  );
});

it('lets pass every language in either case, kinds of chunks and of mentions', () => {
  expect(() => checkFilters('query', {})).not.toThrow();
  expect(() => checkFilters('query', { lang: ['TypeScript', 'text', 'cpp'], kind: ['enum', 'type'] })).not.toThrow();
  expect(() => checkFilters('refs', { kind: ['call', 'type', 'link'] })).not.toThrow();
});

it('refuses a kind of chunks for mentions, and the other way round', () => {
  expect(() => checkFilters('refs', { kind: ['function'] })).toThrow(
    expect.objectContaining({ hint: '--kind takes call, import, inherit, type, link' }),
  );
  expect(() => checkFilters('query', { kind: ['call'] })).toThrow(
    expect.objectContaining({ message: 'No kind is called "call".' }),
  );
});
