/**
 * Reads and writes what the page shows, as the hash of its address holds it: a link can be shared,
 * and Back works. Pure.
 */

import { splitOnce } from '../base/lists.ts';

/** '' for all. */
export interface UrlFilters {
  repo: string;
  language: string;
  kind: string;
  path: string;
}

export interface SearchRoute extends UrlFilters {
  view: 'search';
  query: string;
}

export interface AskRoute extends UrlFilters {
  view: 'ask';
  query: string;
}

/** A file of a repository; lines are 1-based and inclusive, 0 for none in particular. */
export interface FileRoute {
  view: 'file';
  repo: string;
  path: string;
  startLine: number;
  endLine: number;
}

export type Route = SearchRoute | AskRoute | FileRoute | { view: 'repos' };

export const NO_FILTERS: UrlFilters = { repo: '', language: '', kind: '', path: '' };
const FILTER_NAMES = ['repo', 'language', 'kind', 'path'] as const;

/** The most characters of a query in a link, into which anybody may write anything. */
const LONGEST = 4000;

/** @param hash with or without `#`; what is not understood becomes an empty search */
export function parseRoute(hash: string): Route {
  const [place, search = ''] = splitOnce(hash.replace(/^#\/?/, ''), '?');
  const fields = new URLSearchParams(search);
  const read = (name: string): string => (fields.get(name) ?? '').slice(0, LONGEST);
  switch (place) {
    case 'repos':
      return { view: 'repos' };
    case 'file':
      return { view: 'file', repo: read('repo'), path: read('path'), ...readLines(read('lines')) };
    default: {
      const filters = { repo: read('repo'), language: read('language'), kind: read('kind'), path: read('path') };
      return { view: place === 'ask' ? 'ask' : 'search', query: read('q'), ...filters };
    }
  }
}

/** @returns with `#`; the same for the same route */
export function formatRoute(route: Route): string {
  const fields = new URLSearchParams();
  const add = (name: string, value: string): void => {
    if (value !== '') fields.set(name, value);
  };
  if (route.view === 'search' || route.view === 'ask') {
    add('q', route.query);
    for (const name of FILTER_NAMES) add(name, route[name]);
  }
  if (route.view === 'file') {
    add('repo', route.repo);
    add('path', route.path);
    const { startLine, endLine } = route;
    if (startLine > 0) add('lines', endLine > startLine ? `${startLine}-${endLine}` : String(startLine));
  }
  // Paths can be read in the address.
  const text = fields.toString().replaceAll('%2F', '/').replaceAll('%3A', ':');
  return `#/${route.view}${text === '' ? '' : `?${text}`}`;
}

export function filtersOf(route: Route): UrlFilters {
  if (route.view === 'search' || route.view === 'ask') {
    const { repo, language, kind, path } = route;
    return { repo, language, kind, path };
  }
  return { ...NO_FILTERS, repo: route.view === 'file' ? route.repo : '' };
}

function readLines(text: string): { startLine: number; endLine: number } {
  const [, from, to] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  const startLine = Number(from ?? 0);
  return { startLine, endLine: Math.max(startLine, Number(to ?? startLine)) };
}
