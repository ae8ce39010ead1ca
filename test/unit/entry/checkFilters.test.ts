import { expect, it } from 'vitest';
import { checkFilters } from '../../../src/entry/checkFilters.ts';

it('refuses what no file and no chunk can be, with what was probably meant', () => {
  expect(() => checkFilters({ lang: ['go', 'Pyhton'] })).toThrow(
    expect.objectContaining({ code: 'USAGE', message: 'No language is called "Pyhton".', hint: '--lang python?' }),
  );
  expect(() => checkFilters({ lang: ["x') OR (true"] })).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('cora files') }),
  );
  expect(() => checkFilters({ kind: ['klass'] })).toThrow(
    expect.objectContaining({ hint: expect.stringContaining('class') }),
  );
});

it('lets pass every language in either case, kinds of chunks and of mentions', () => {
  expect(() => checkFilters({})).not.toThrow();
  expect(() => checkFilters({ lang: ['TypeScript', 'text', 'cpp'], kind: ['enum', 'call', 'type'] })).not.toThrow();
});
