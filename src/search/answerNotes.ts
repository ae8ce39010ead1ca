/**
 * Writes the sentences beside the results of an answer: which names were assumed, why there are
 * fewer results, how fresh the index is, which commits fit. All formats use them. Pure.
 */

import type { GitContext } from '../base/historyTypes.ts';
import { fileNameOf } from '../base/patterns.ts';
import { count, dayOf, size } from '../base/renderText.ts';
import type { CutBy, SearchResult } from '../base/searchTypes.ts';
import { isSpaced } from '../base/words.ts';
import { joinPairs, wordsOfAnswer } from './queryWords.ts';
import { type HistoryQuestion, hasMessage, messagesIn } from './question.ts';
import { oneLine } from './quoteCode.ts';

const MORE: Record<CutBy, string> = {
  limit: 'There are more results than were asked for.',
  budget: 'There are more results than fit into the budget of tokens.',
  relevance: 'The rest is far less relevant.',
};

/** The most files that a sentence names. */
const MOST_NAMED = 5;

/** @returns an empty list if the answer is complete and covers everything that the caller has */
export function answerNotes(result: SearchResult): string[] {
  const { results, cutBy, assumed } = result;
  const notes = [
    ...assumed.map(
      ({ asked, meant }) => `Nothing is named ${oneLine(asked)}; searched for ${oneLine(meant.join(', '))}.`,
    ),
    ...missingPathNotes(result).map(oneLine),
  ];
  if (result.missingVectors !== undefined) notes.push(missingNote(result.missingVectors));
  if (result.fewer !== null) notes.push(result.fewer);
  else if (results.length === 0) notes.push(`Nothing found for ${JSON.stringify(oneLine(result.query).slice(0, 80))}.`);
  else if (cutBy !== null) notes.push(MORE[cutBy]);
  if (results.some(({ text }) => /REDACTED\*/.test(text)))
    notes.push('REDACTED**** stands where the file has a secret.');
  notes.push(...wordNotes(result).map(oneLine));
  return [...notes, ...freshnessNotes(result)];
}

/** Names the files in the question that do not exist. */
export function missingPathNotes({ missingPaths = [] }: Pick<SearchResult, 'missingPaths'>): string[] {
  const near = (path: string | null): string => (path === null ? '.' : `; the nearest is ${path}.`);
  return missingPaths.map(({ asked, nearest }) => `No indexed file is ${asked}${near(nearest)}`);
}

/**
 * Returns a note if no result has a message that the question quotes, or most of its words. The
 * question may be in another language than the code.
 */
export function wordNotes(result: SearchResult): string[] {
  const { query, results, assumed, cutBy, gitContext } = result;
  const missed = messagesIn(query).find((one) => !results.some(({ text }) => hasMessage(text, one)));
  if (results.length > 0 && missed !== undefined)
    return [
      `No result has the text ${JSON.stringify(missed.written)}. It may be put together, or come from elsewhere.`,
    ];
  const { asked } = wordsOfAnswer(result);
  if (results.length === 0 || cutBy === 'budget' || assumed.length > 0) return [];
  // A pasted path has folders of another machine.
  if (results.some(({ path }) => query.includes(fileNameOf(path)))) return [];
  // Words such as "changed" and "lately" ask for commits.
  if (gitContext !== undefined || query.trim().includes('\n')) return [];
  if (joinPairs([...asked.values()]).length > MOST_WORDS) return [];
  const texts = results.map(({ path, scope, signature, text }) => [path, ...scope, signature, text].join('\n'));
  const shown = texts.join('\n').toLowerCase();
  const missing = [...asked].flatMap(([stem, word]) => (shown.includes(stem) || shown.includes(word) ? [] : word));
  if (missing.length < 2 || missing.length * 2 <= asked.size) return [];
  return [
    `No result has ${listed(joinPairs(missing))}. Ask in the words, and the language, of the code and its comments.`,
  ];
}

/** A question with more words, or of several lines, is a chat or a report. */
const MOST_WORDS = 16;

/** Matches questions that a list of references answers completely. The last group is the name. */
const ASKED_USES: readonly (readonly ['callers' | 'mentions', RegExp])[] = [
  ['callers', /^(?:who|what|which \w+) (?:calls?|invokes?) (\S+)$/i],
  ['callers', /^where (?:is|are) (\S+) (?:called|invoked)(?: from)?$/i],
  ['callers', /^(?:find |list |show )?(?:all )?(?:the )?(?:callers of|calls (?:of|to)) (\S+)$/i],
  ['mentions', /^(?:who|what|which \w+) (?:uses?|references?|imports?) (\S+)$/i],
  ['mentions', /^where (?:is|are) (\S+) (?:used|referenced|imported)$/i],
  ['mentions', /^(?:find |list |show )?(?:all )?(?:the )?(?:us(?:es?|ages?)|references) (?:of|to) (\S+)$/i],
];

/** @returns the name whose uses a question asks for, if a result defines it; else null */
export function askedUses({ query, results }: SearchResult): { name: string; direction: string } | null {
  const text = query
    .slice(0, 200)
    .replace(/[`'"]|\(\)|(?<![?.!\s])[?.!\s]+$/g, '')
    .replace(/\b(?:the )?(?:function|method|class) /i, '');
  for (const [direction, pattern] of ASKED_USES) {
    const name = pattern.exec(text.trim())?.[1];
    if (name === undefined) continue;
    const defined = results.find(({ symbol }) => symbol === name.split(/::|[.#]/).at(-1));
    if (defined !== undefined)
      return { name, direction: /function|method/.test(defined.kind) ? direction : 'mentions' };
  }
  return null;
}

/** Says that the vectors are still missing, so that the answer was ranked without them. */
export function missingNote(bytes: number): string {
  return `Ranked by words and names alone: the vectors of this index (${size(bytes)}) are still far away. Ask again when they have come.`;
}

function freshnessNotes({ freshness }: SearchResult): string[] {
  const { indexedCommit, headCommit, commitsBehind, missingFiles, asCommitted } = freshness;
  const notes: string[] = [];
  if (headCommit !== null && indexedCommit !== headCommit) {
    const behind = commitsBehind === null || commitsBehind === 0 ? '' : `, ${commitsBehind} behind HEAD`;
    notes.push(`The index is of ${indexedCommit ?? 'no commit'}${behind}; what is newer was read from the repository.`);
  }
  if (missingFiles.length > 0) {
    const named = missingFiles.map(({ path, reason }) => `${path} (${reason})`);
    notes.push(`Not searched (${missingFiles.length}): ${listed(named)}.`);
  }
  if (asCommitted.length > 0)
    notes.push(
      `Searched as they were committed (${asCommitted.length}), though they have changed: ${listed(asCommitted)}.`,
    );
  return notes;
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, MOST_NAMED).map(oneLine).join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
}

const WHY: Record<Exclude<CutBy, 'limit'>, string> = {
  budget: 'cut by the budget of tokens',
  relevance: 'the rest is far less relevant',
};

/**
 * @param nothing why no file passes the filters: see explainFilters
 * @returns the answer with a sentence such as `12 of 50: nothing else in the index matches.`
 */
export function withFewer<T extends Omit<SearchResult, 'fewer'>>(
  result: T,
  nothing: string | null = null,
): T & Pick<SearchResult, 'fewer'> {
  const { asked, cutBy, filtered, results } = result;
  const found = results.filter(({ why }) => !why.include).length;
  if (nothing !== null) return { ...result, fewer: nothing };
  const letter = result.query.trim();
  if (found === 0 && cutBy === null && !isSpaced(letter) && [...letter].length === 1) {
    const fewer = `Nothing has ${letter} as a word of its own. Inside of longer words only an exact search looks for it: cora grep ${letter}`;
    return { ...result, fewer };
  }
  if (asked === null || found >= asked) return { ...result, fewer: null };
  const rest = found === 0 ? 'nothing' : 'nothing else';
  const exhausted = filtered ? `${rest} that the filters leave matches` : `${rest} in the index matches`;
  const why = cutBy === null || cutBy === 'limit' ? exhausted : WHY[cutBy];
  return { ...result, fewer: `${found} of ${asked}: ${why}.` };
}

/** Answers a question about the history if there are no commits to search; `note` says why. */
export function noCommits({ revision, subject, since, until }: HistoryQuestion, note: string): GitContext {
  return {
    kind: 'git',
    asked: { about: revision ?? subject, since, until },
    ...{ recent: [], matching: [], authors: [], commit: null },
    note,
    freshness: { headCommit: null, searched: 0, readNow: 0, missing: 0, cutOff: null },
  };
}

const REMOVAL = /^(?:removed|deleted|dropped) ([\w.-]+)$/i;

/**
 * Warns that a commit whose message names something may not be the one that removed it.
 * @returns an empty list for other questions, and for a file, whose commits are known
 */
export function removalNotes({ matching, asked, commit }: Pick<GitContext, 'matching' | 'asked' | 'commit'>): string[] {
  const name = REMOVAL.exec(asked.about)?.[1];
  if (name === undefined || touches(commit, name)) return [];
  const mentions = matching.every(({ subject }) => subject.includes(name)) ? 'These commits mention it. ' : '';
  const found = matching.length === 0 ? 'None of the commits searched mentions it. ' : mentions;
  return [`${found}The commit that removed it from the code: git log -S ${name}`];
}

function touches(commit: GitContext['commit'], name: string): boolean {
  return (commit?.files ?? []).some(({ path, oldPath }) => isCalled(path, name) || isCalled(oldPath ?? path, name));
}

function isCalled(path: string, name: string): boolean {
  return `/${path}`.endsWith(`/${name}`);
}

const REMOVED = /^(?:removed?|deleted?|dropp?ed)$/i;

/** True if a question asks for the commits of files that the best of them took away. */
export function isOfGoneFiles({ asked, matching, commit }: GitContext, files: readonly { path: string }[]): boolean {
  const names = asked.about.split(' ').filter((word) => !REMOVED.test(word));
  const gone = (commit?.files ?? []).flatMap(({ status, path, oldPath }) =>
    status === 'deleted' ? path : (oldPath ?? []),
  );
  const isGone = (name: string): boolean =>
    gone.some((path) => isCalled(path, name)) && !files.some(({ path }) => isCalled(path, name));
  return matching.length > 0 && names.length > 0 && names.every(isGone);
}

/** The most places that are listed; further ones are counted. */
const MOST_PLACES = 4;

/** `lib/middleware.rb, docs/middleware/ and 3 more` */
export function namedPlaces(touching: readonly string[], shown: (path: string) => string): string {
  const rest = touching.length - MOST_PLACES;
  return `${touching.slice(0, MOST_PLACES).map(shown).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

/** ` by Jane since v1.2 until v1.3` */
export function boundsOf({ author, since, until }: GitContext['asked']): string {
  const bounds = { by: author, since, until };
  return Object.entries(bounds)
    .flatMap(([word, value]) => (value == null ? [] : [` ${word} ${value}`]))
    .join('');
}

/** `Jane Doe (12), John Roe (3) and 4 more`; '' without authors */
export function namedAuthors(
  { authors, otherAuthors }: Pick<GitContext, 'authors' | 'otherAuthors'>,
  shown: (author: string) => string,
): string {
  const names = authors.map(({ author, commits }) => `${shown(author)} (${count(commits)})`);
  return names.join(', ') + (otherAuthors === undefined ? '' : ` and ${count(otherAuthors)} more`);
}

export function gitContextLines(context: GitContext): string[] {
  const { matching, recent, asked, note } = context;
  if (note !== undefined) return [oneLine(note)];
  const listed = matching.length > 0 ? matching : recent;
  const since = oneLine(boundsOf(asked));
  const words = asked.about === '' ? '' : ' that fit the question';
  const fitting = asked.touching === undefined ? words : ` that touched ${namedPlaces(asked.touching, oneLine)}`;
  const title = matching.length > 0 ? `Commits${fitting}${since}:` : `The newest commits${since}:`;
  const by = namedAuthors(context, oneLine);
  const whose = matching.length > 0 ? 'Their authors' : `Authors of all commits searched${since}`;
  return [
    listed.length === 0 ? `There is no commit${since}.` : title,
    ...listed.map(({ repository, commit, author, authorDate, subject }) => {
      const of = repository === undefined ? '' : `${repository} `;
      return oneLine(`${of}${commit.slice(0, 9)} ${dayOf(authorDate)} ${subject} (${author})`);
    }),
    ...(by === '' ? [] : [`${whose}: ${by}`]),
    ...removalNotes(context),
  ];
}
