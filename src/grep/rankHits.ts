/** Grep's hits for the words of a question, ordered like an answer: files with many and rare words first. Pure. */

import { groupBy } from '../base/groupBy.ts';
import type { GrepResult } from './grepFiles.ts';

/** Lines of one file. */
const MOST_OF_A_FILE = 3;

type Hit = GrepResult['hits'][number];

interface Candidate {
  hits: Hit[];
  words: ReadonlySet<string>;
}

/** @param limit lines in all */
export function rankHits<T extends GrepResult>(found: T, limit: number): T {
  const files = candidatesOf(found.hits);
  const filesWith = new Map<string, number>();
  for (const { words } of files) for (const word of words) filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  const worth = (words: Iterable<string>) =>
    [...words].reduce((sum, word) => sum + Math.log(1 + files.length / filesWith.get(word)!), 0);
  const ranked = files
    .map(({ hits, words }) => ({ hits: bestLines(hits, worth), score: worth(words) }))
    .sort((a, b) => b.score - a.score);
  const hits = ranked.flatMap((file) => file.hits).slice(0, limit);
  return { ...found, hits, truncated: found.truncated || hits.length < found.hits.length };
}

function candidatesOf(hits: readonly Hit[]): Candidate[] {
  const files = [...groupBy(hits, ({ path }) => path).values()];
  return files.map((own) => ({ hits: own, words: new Set(own.flatMap((hit) => [...wordsOf(hit)])) }));
}

function wordsOf({ preview, matches }: Hit): Set<string> {
  return new Set(matches.map(({ start, end }) => preview.slice(start, end).toLowerCase()));
}

/** In the order of the file. */
function bestLines(hits: readonly Hit[], worth: (words: Iterable<string>) => number): Hit[] {
  return hits
    .map((hit) => ({ hit, score: worth(wordsOf(hit)) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, MOST_OF_A_FILE)
    .map(({ hit }) => hit)
    .sort((a, b) => a.line - b.line);
}
