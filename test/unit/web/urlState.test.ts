/** The address: what the page shows survives it, and what others write into it does no harm. */

import { describe, expect, it } from 'vitest';
import { formatRoute, NO_FILTERS, parseRoute, type Route } from '../../../src/web/urlState.ts';

describe('the address', () => {
  const routes: Route[] = [
    { view: 'search', query: '', ...NO_FILTERS },
    { view: 'search', query: 'a & b = "c" #d %2F ☃', repo: '*', language: 'c++', kind: 'method', path: 'src/**/*.ts' },
    { view: 'ask', query: 'how?', ...NO_FILTERS, repo: 'local_app' },
    { view: 'file', repo: 'local_app', path: 'a b/ü#?&.ts', startLine: 0, endLine: 0 },
    { view: 'file', repo: '', path: 'x', startLine: 7, endLine: 7 },
    { view: 'file', repo: '', path: 'x', startLine: 7, endLine: 19 },
    { view: 'repos' },
  ];

  it.each(routes.map((route) => [formatRoute(route), route] as const))('%s', (text, route) => {
    expect(parseRoute(text)).toEqual(route);
  });

  it('keeps paths legible', () => {
    expect(formatRoute({ view: 'file', repo: 'a', path: 'src/x.ts', startLine: 1, endLine: 2 })).toBe(
      '#/file?repo=a&path=src/x.ts&lines=1-2',
    );
  });

  it.each([['#'], [''], ['#/nothing'], ['#/search?q='], ['#javascript:alert(1)']])('%s is an empty search', (hash) => {
    expect(parseRoute(hash)).toEqual({ view: 'search', query: '', ...NO_FILTERS });
  });

  it('takes no line that is none', () => {
    const lines = (text: string) => parseRoute(`#/file?path=x&lines=${text}`);
    for (const text of ['-1', '1e9', '0x10', '5-', 'a', '99999999999'])
      expect(lines(text)).toMatchObject({ startLine: 0, endLine: 0 });
    expect(lines('9-3')).toMatchObject({ startLine: 9, endLine: 9 });
  });

  it('cuts what is endless', () => {
    const { query } = parseRoute(`#/search?q=${'x'.repeat(100_000)}`) as { query: string };
    expect(query).toHaveLength(4000);
  });
});
