/** The words of a query as they are looked for in what is shown. Pure; knows nothing of ranking. */

import type { SearchResult } from '../base/searchTypes.ts';
import { identifiersIn, joinedName, STOP_WORDS, splitIdentifier, stem } from '../base/words.ts';

/** The query's words, stemmed, and its identifiers as one word. */
export interface QueryWords {
  stems: ReadonlySet<string>;
  names: ReadonlySet<string>;
  /** Of each stem the word that was asked, in the order of the query. */
  asked: ReadonlyMap<string, string>;
}

/** A query with more identifiers is a chat: what is asked stands at its end. */
const MOST_ASKED = 60;

/** Returns the words of the question and of the names that were searched in place of unknown ones. */
export function wordsOfAnswer({ query, assumed }: Pick<SearchResult, 'query' | 'assumed'>): QueryWords {
  return queryWordsOf([query, ...assumed.flatMap(({ meant }) => meant)].join(' '));
}

export function queryWordsOf(query: string): QueryWords {
  const identifiers = identifiersIn(query).slice(-MOST_ASKED);
  const parts = identifiers.flatMap(splitIdentifier);
  const subject = parts.filter((part) => !STOP_WORDS.has(part));
  const asked = new Map((subject.length === 0 ? parts : subject).toReversed().map((part) => [stem(part), part]));
  return {
    stems: new Set(asked.keys()),
    asked: new Map([...asked].reverse()),
    names: new Set(identifiers.map(joinedName).filter((name) => name !== '')),
  };
}
