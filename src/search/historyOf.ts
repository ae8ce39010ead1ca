/** Joins into one answer what the searched repositories know of the history that is asked for. */

import type { CommitLine, GitContext, HistoryFreshness } from '../base/historyTypes.ts';
import { byName, fromEach, type OpenMember } from './members.ts';
import type { Question } from './question.ts';

/** Commits that are listed where nobody says how many, and authors. */
const RECENT = 10;
const MATCHING = 5;
const AUTHORS = 5;

/**
 * @returns null for a question that is not about the history, and where no repository has what it
 * needs
 * @throws CoraError BAD_REVISION and others where every repository that could know says so; ABORTED
 */
export async function historyOf(
  open: readonly OpenMember[],
  question: Question,
  signal: AbortSignal | undefined,
): Promise<GitContext | null> {
  if (question.history === null) return null;
  const { found, failed } = await fromEach(open, signal, async ({ name, use }) => {
    const context = await use(false, ({ history }) => history(question));
    return context === null ? [] : [{ name, context }];
  });
  const all = found.flat().sort(byName);
  const known = all.filter(({ context }) => context.note === undefined);
  const first = known[0] ?? all[0];
  if (first === undefined && failed.length > 0) throw failed[0]!.error;
  if (first === undefined || open.length === 1 || known.length === 0) return first?.context ?? null;
  return merged(known, first.context, question.history.count);
}

interface Known {
  name: string;
  context: GitContext;
}

/** Newest commits by their time; those that fit in turns, the best of each repository first. */
function merged(known: readonly Known[], { kind, asked }: GitContext, count: number | undefined): GitContext {
  const linesOf = (list: 'recent' | 'matching') =>
    known.flatMap(({ name, context }) =>
      context[list].map((line, at): CommitLine & { at: number } => ({ ...line, repository: name, at })),
    );
  const recent = linesOf('recent').sort((a, b) => Date.parse(b.authorDate) - Date.parse(a.authorDate));
  const matching = linesOf('matching').sort((a, b) => a.at - b.at);
  const lines = (all: typeof recent, most: number): CommitLine[] =>
    all.slice(0, most).map(({ at: _, ...line }) => line);
  const best = matching[0] ?? recent[0];
  const its = known.find(({ name }) => name === best?.repository);
  const commit = its?.context.commit ?? null;
  return {
    kind,
    asked,
    recent: lines(recent, count ?? RECENT),
    matching: lines(matching, count ?? MATCHING),
    authors: authorsOf(known),
    commit: commit === null ? null : { ...commit, repository: its!.name },
    freshness: freshnessOf(known.map(({ context }) => context.freshness)),
  };
}

function authorsOf(known: readonly Known[]): GitContext['authors'] {
  const counts = new Map<string, number>();
  for (const { context } of known)
    for (const { author, commits } of context.authors) counts.set(author, (counts.get(author) ?? 0) + commits);
  const authors = [...counts].map(([author, commits]) => ({ author, commits }));
  return authors.sort((a, b) => b.commits - a.commits || (a.author < b.author ? -1 : 1)).slice(0, AUTHORS);
}

function freshnessOf(all: readonly HistoryFreshness[]): HistoryFreshness {
  const sum = (of: (one: HistoryFreshness) => number): number => all.reduce((total, one) => total + of(one), 0);
  return {
    headCommit: null,
    searched: sum(({ searched }) => searched),
    readNow: sum(({ readNow }) => readNow),
    missing: sum(({ missing }) => missing),
    cutOff: all.find(({ cutOff }) => cutOff !== null)?.cutOff ?? null,
  };
}
