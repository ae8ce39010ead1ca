/**
 * It answers a question where there is no index: lines with words of it, files with many and rare
 * ones first.
 */

import { groupBy } from '../base/lists.ts';
import { escapeRegExp } from '../base/patterns.ts';
import { identifiersIn, STOP_WORDS, stem } from '../base/words.ts';
import type { IndexSettings, Surroundings } from '../settings/requests.ts';
import type { GrepResult } from './grepFiles.ts';
import { type GrepAnswer, type GrepRequest, grepRepository } from './grepRepository.ts';

/** Lines among which the best are chosen. */
const CANDIDATES = { maxTotal: 20_000, maxPerFile: 50 };

/** @param request `maxTotal` lines, the best ones */
export async function grepForWords(
  question: string,
  indexing: IndexSettings,
  surroundings: Surroundings,
  { maxTotal: most, ...request }: Omit<GrepRequest, 'ignoreCase'>,
): Promise<GrepAnswer> {
  const { maxTotal, maxPerFile } = CANDIDATES;
  const asked = { ...request, ignoreCase: true, maxTotal, maxPerFile: request.maxPerFile ?? maxPerFile };
  const found = await grepRepository(patternOf(question), indexing, surroundings, asked);
  return rankHits(found, most);
}

// A question as a pattern for grep: any of its words that carry a subject. Pure.

/** The most words that are taken: in a whole chat, the last ones are what is being asked. */
const MOST_WORDS = 24;

function patternOf(question: string): string {
  const words = identifiersIn(question);
  const subject = words.filter((word) => word.length > 2 && !STOP_WORDS.has(word.toLowerCase()));
  const distinct = [...new Set((subject.length === 0 ? words : subject).map(beginningOf))].slice(-MOST_WORDS);
  // A text without a word, such as `=>`, is looked for as it stands.
  if (distinct.length === 0) return escapeRegExp(question.trim().split('\n', 1)[0]!);
  return distinct.map(escapeRegExp).join('|');
}

/**
 * Returns what a plain word has in common with its other forms: `filtered` → filter, `queries` →
 * quer. Names stay whole.
 */
function beginningOf(word: string): string {
  if (!/^[A-Z]?[a-z]+$/.test(word)) return word;
  const lower = word.toLowerCase();
  const short = stem(lower);
  const same = lower.startsWith(short) ? short : short.slice(0, -1);
  return same.length >= 4 && lower.startsWith(same) ? same : lower;
}

// Grep's hits for the words of a question, ordered like an answer: files with many and rare words
// first. Pure.

/** Lines of one file. */
const MOST_OF_A_FILE = 3;

type Hit = GrepResult['hits'][number];

interface Candidate {
  hits: Hit[];
  words: ReadonlySet<string>;
}

/** @param limit lines in all */
function rankHits<T extends GrepResult>(found: T, limit: number): T {
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
