/** The request that a search is given, and how it is made of settings and a question. */

import { posix } from 'node:path';
import { CoraError } from '../base/errors.ts';
import type { Filters, SearchMode, SearchResult } from '../base/searchTypes.ts';
import type { SearchSettings } from '../settings/requests.ts';
import { type Question, readQuestion } from './question.ts';
import { readWeights, type Weights } from './rank/weights.ts';

export interface SearchRequest extends Filters {
  question: Question;
  mode: SearchMode;
  limit: number;
  /**
   * The limit where the caller named a number: then as many are given, or the answer says why they
   * are fewer.
   */
  askedLimit: number | null;
  /** Leave out what is far less relevant than the best: it is not worth its tokens. */
  onlyRelevant: boolean;
  /** Directives for what is shown before anything that is found. */
  include: readonly IncludeDirective[];
  /** Lines shown of a result, at least; 0 for the chunk alone. */
  lines: number;
  /** Lines shown before and after each chunk. */
  context: number;
  /** Leave licences, unused imports and repeated code out of what is shown. */
  elide: boolean;
  /** The weight of unlikeness to the results before it, 0 to 1. */
  diversity: number;
  /** Over the defaults of the mode. */
  weights: Partial<Weights>;
  /**
   * The folder, seen from the repository's root, whose files and neighbours are preferred; '' for
   * none.
   */
  scope: string;
  /** The number of places that are related to the results are listed after them. */
  related: number;
  /** Say what each feature added to each score. */
  explain: boolean;
  /** Add the commits that a question about the history asks for. */
  history: boolean;
}

/**
 * @param askedLimit the limit, where the caller named it
 * @throws CoraError USAGE for a weight that is not one
 */
export function searchRequestOf(
  text: string,
  settings: SearchSettings,
  include: readonly IncludeDirective[] = [],
  askedLimit: number | null = null,
): SearchRequest {
  const { budget, ...more } = settings;
  return {
    ...more,
    question: readQuestion(text),
    askedLimit,
    onlyRelevant: budget !== null && askedLimit === null,
    include,
    weights: readWeights(more.weights),
    history: true,
  };
}

/**
 * Returns what the answer repeats of a request, to say why it has fewer results than were asked
 * for.
 */
export function askedFor({
  askedLimit,
  paths,
  languages,
  kinds,
  extensions = [],
}: SearchRequest): Pick<SearchResult, 'asked' | 'filtered'> {
  return { asked: askedLimit, filtered: [paths, languages, kinds, extensions].some((filter) => filter.length > 0) };
}

// `file:README.md` and `decl:src/foo.ts#Foo`: what the caller wants to see whatever the ranking
// says.

export interface IncludeDirective {
  /** The directive as it was given. */
  text: string;
  /** The paths that may be meant, likeliest first; none for a declaration of any file. */
  paths: readonly string[];
  /** The declaration, `Outer.inner` for an inner one; null for the whole file. */
  name: string | null;
}

const DIRECTIVE = /^(file|decl):/;

/** `--include` also takes the globs of a setting. */
export function splitIncludes(values: readonly string[]): { directives: string[]; globs: string[] } {
  const isDirective = (value: string): boolean => DIRECTIVE.test(value);
  return { directives: values.filter(isDirective), globs: values.filter((value) => !isDirective(value)) };
}

/**
 * Paths are seen from the top of the repository.
 * @throws CoraError USAGE for a text that is no directive
 */
export function readDirectives(texts: readonly string[]): IncludeDirective[] {
  return texts.map((text) => {
    if (DIRECTIVE.test(text)) return readDirective(text, '');
    throw new CoraError('USAGE', `"${text}" cannot be included.`, {
      hint: '"file:README.md", "decl:src/cart.ts#Cart" or "decl:#Cart"',
    });
  });
}

/**
 * @param prefix the caller's directory in the repository with `/`, '' for its top: paths are seen
 * from there, or from the top
 */
export function readDirective(text: string, prefix: string): IncludeDirective {
  const value = text.replace(DIRECTIVE, '');
  const isFile = text.startsWith('file:');
  const hash = isFile ? value.length : value.indexOf('#');
  if (!isFile && hash < 1) return { text, paths: [], name: value.slice(hash + 1) };
  const path = value.slice(0, hash).replaceAll('\\', '/');
  const paths = [posix.join(prefix, path), posix.normalize(path)];
  return { text, paths: [...new Set(paths)], name: hash === value.length ? null : value.slice(hash + 1) };
}
