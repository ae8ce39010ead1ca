/**
 * search: the code that answers a question. Without an index lines with words of the question
 * answer, and say so.
 */

import { withOpened } from '../../base/concurrency.ts';
import { CoraError, isCoraError, whenRefused } from '../../base/errors.ts';
import { listOf } from '../../base/lists.ts';
import type { SearchHit, SearchResult } from '../../base/searchTypes.ts';
import { grepForWords } from '../../grep/grepRepository.ts';
import { askedUses } from '../../search/answerNotes.ts';
import { readDirectives } from '../../search/includeDirective.ts';
import { wordsOfAnswer } from '../../search/queryWords.ts';
import { fitResult, oneLine, renderHistory, renderResult } from '../../search/renderResult.ts';
import { type SearchRequest, searchRequestOf } from '../../search/searchRequest.ts';
import type { SearchSettings } from '../../settings/requests.ts';
import { asTyped } from '../../view/asTyped.ts';
import {
  codeLine,
  explainNothing,
  fitItems,
  freshnessData,
  quotedArgument,
  staleLines,
  type ToolAnswer,
  type ToolCall,
  type ToolProgram,
  tokensOfAnswer,
  withinLine,
} from '../answer.ts';
import { type Place, pathsFrom, repositoryName, type Several } from '../places.ts';
import { historyData, hitData, relatedSchema } from '../resultSchemas.ts';
import { type ArgsOf, BUDGETS } from '../toolList.ts';

/** The most results, more than anybody reads: the budget cuts them. */
const MOST_RESULTS = 20;
const LEAST_TOKENS_OF_RESULT = 200;

/** Errors that a build mends: the index is missing, damaged, or of another version. */
const UNUSABLE = ['NO_INDEX', 'BROKEN_INDEX', 'INCOMPATIBLE_INDEX'] as const;

export const searchTool: ToolProgram<'search'> = {
  run: async (args, call) => {
    const several = await call.several(args.repository);
    if (several !== null) return foundInSeveral(several, args, call);
    const place = await call.place(args.repository === '*' ? undefined : args.repository);
    const instead = ({ message }: CoraError): Promise<ToolAnswer> => grepInstead(place, args, call, message);
    return found(place, args, call).catch(whenRefused(instead, ...UNUSABLE));
  },
};

type Args = ArgsOf<'search'>;

function found(place: Place, args: Args, call: ToolCall): Promise<ToolAnswer> {
  return withOpened(place.session.now(call.signal), async (searcher) => {
    const request = requestOf(place, args);
    const result = await searcher.search(request, call.signal);
    const results = result.results.map((hit) => ({ ...hit, repository: repositoryName(hit.repository) || place.name }));
    const whole = { ...result, results };
    if (whole.results.length > 0) return answerOf(place, whole, args, call);
    const ofCommits = (result.gitContext?.matching.length ?? 0) > 0 ? result.fewer : null;
    const why = ofCommits ?? (await searcher.withSymbols(async ({ view }) => explainNothing(view.files, request)));
    return answerOf(place, whole, args, call, withinLine(why));
  });
}

async function foundInSeveral(
  { names, settings, search: ask }: Several,
  args: Args,
  call: ToolCall,
): Promise<ToolAnswer> {
  const place: Asked = { name: `${names.length} repositories`, settings, dir: null };
  const result = await ask(requestOf(place, args), call.signal).catch((error: unknown) => {
    const notes = call.notes();
    if (!isCoraError(error) || error.code !== 'NO_INDEX' || notes.length === 0) throw error;
    throw new CoraError('USAGE', 'No repository can be searched yet.', { hint: notes.join(' '), cause: error });
  });
  const where = `Nothing found in ${oneLine(names.join(', '))}.`;
  const nothing =
    result.results.length > 0
      ? undefined
      : result.fewer === null
        ? where
        : withinLine(`${where} ${oneLine(result.fewer)}`);
  return answerOf(place, result, args, call, nothing);
}

/** The place that a question goes to. */
interface Asked extends Pick<Place, 'name' | 'settings'> {
  /** Null for several repositories. */
  dir: string | null;
}

function searchOf({ settings, dir }: Asked, { path, language, kind }: Args): SearchSettings {
  return { ...settings.search, paths: pathsFrom(dir, path), languages: listOf(language), kinds: listOf(kind) };
}

function requestOf(place: Asked, args: Args): SearchRequest {
  const budget = budgetOf(place, args);
  const directives = readDirectives(listOf(args.include));
  const most = Math.max(MOST_RESULTS, Math.ceil(budget / LEAST_TOKENS_OF_RESULT));
  const settings = { ...searchOf(place, args), limit: args.k ?? most, budget };
  return {
    ...searchRequestOf(args.query, settings, directives, args.k),
    extensions: listOf(args.extension),
  };
}

function answerOf(place: Asked, result: SearchResult, args: Args, call: ToolCall, why?: string): ToolAnswer {
  const notes = call.notes().map(oneLine);
  const dataOf = (some: SearchResult) => ({
    mode: some.mode,
    repository: isOfSeveral(some) ? place.name : (some.results[0]?.repository ?? place.name),
    ...(isOfSeveral(some) ? { repositories: tellingOf(some) } : {}),
    freshness: freshnessData(some.freshness),
    ...(some.gitContext === undefined ? {} : { gitContext: historyData(some.gitContext) }),
    results: some.results.map((hit) => hitData(hit, wordsOfAnswer(some), isOfSeveral(some))),
    related: some.related.map((hit) => relatedSchema.parse(hit)),
    assumed: some.assumed,
    ...(some.missingPaths === undefined ? {} : { missingPaths: some.missingPaths }),
    truncated: some.truncated,
    ...(some.fewer === null || why !== undefined ? {} : { fewer: some.fewer }),
    ...(why === undefined ? {} : { notice: why }),
    ...(notes.length === 0 ? {} : { notes }),
    next: nextAfter(some),
  });
  const textOf = (some: SearchResult): string => {
    if (why !== undefined) return explained([why, ...notes], some);
    const end = [...notes, nextAfter(some)].join('\n');
    return `${renderResult(some, 'markdown', { isCompact: true })}\n${end}\n`;
  };
  const answer = (some: SearchResult): ToolAnswer => ({ text: textOf(some), data: () => dataOf(some) });
  return answer(fitResult(result, budgetOf(place, args), (some) => tokensOfAnswer(answer(some), call)));
}

/** Where no code is found there may still be commits. */
function explained(why: readonly string[], { gitContext, freshness }: SearchResult): string {
  const history = gitContext === undefined ? [] : [renderHistory(gitContext)];
  return `${[...history, ...why, ...staleLines(freshness)].join('\n\n')}\n`;
}

function isOfSeveral({ repositories }: SearchResult): boolean {
  return repositories !== undefined;
}

function tellingOf({ repositories = [] }: SearchResult): { name: string; results: number; error?: string }[] {
  return repositories.flatMap(({ name, results, error }) =>
    results === 0 && error === undefined ? [] : [{ name, results, ...(error === undefined ? {} : { error }) }],
  );
}

function budgetOf({ settings }: Asked, { budget }: Args): number {
  return budget ?? settings.search.budget ?? BUDGETS.search;
}

/** Lines before and after a result that its reader may want next. */
const AROUND = 30;

function nextAfter(result: SearchResult): string {
  const [best] = result.results;
  if (best === undefined) return 'Other words, fewer filters, or grep for an exact text.';
  // Where several repositories answer, every call has to say which.
  const of = isOfSeveral(result) ? ` repository=${quotedArgument(best.repository)}` : '';
  const around = surroundingsOf(best);
  const calls = [
    ...(around === null ? [] : [`read path=${quotedArgument(best.path)} lines="${around}"${of} for its surroundings`]),
    `related chunkId="${best.chunkId}"${of} for callers and tests`,
    // Nothing uses a heading: links name files.
    ...(best.symbol === '' || best.kind === 'section'
      ? []
      : [`references name=${quotedArgument(best.symbol)}${of} for who uses it`]),
  ];
  const uses = askedUses(result);
  if (uses !== null)
    calls.unshift(
      `references name=${quotedArgument(uses.name)} direction="${uses.direction}"${of} for all that are known`,
    );
  return `Next: ${calls.join('; ')}.`;
}

/** `26-88`; null for a file that is shown whole. */
function surroundingsOf({ startLine, endLine, fileLines = Number.POSITIVE_INFINITY }: SearchHit): string | null {
  if (startLine <= 1 && endLine >= fileLines) return null;
  return `${Math.max(1, startLine - AROUND)}-${Math.min(fileLines, endLine + AROUND)}`;
}

// Answers a search while there is no index: lines with words of the question, files with many and
// rare ones first.

const MOST_LINES = 50;

/** @param why what is wrong with the index */
async function grepInstead(place: Place, args: Args, call: ToolCall, why: string): Promise<ToolAnswer> {
  const isBuilding = call.isPending(place) || ((await call.builds?.ensure(place)) ?? false);
  const found = await grepForWords(args.query, place.settings, place.surroundings, {
    ...searchOf(place, args),
    fixed: false,
    word: false,
    maxPerFile: undefined,
    maxTotal: MOST_LINES,
    signal: call.signal,
  });
  const building = isBuilding
    ? 'An index is being built in the background: ask again in a while.'
    : asTyped('A person can build it with `cora index`; until then grep and read are what works.');
  const notice = `${oneLine(why)} So these are lines that hold words of the question. ${building}`;
  return fitItems(found.hits, { budget: budgetOf(place, args), ...call }, (shown, tooSmall) => {
    const [first] = shown;
    const next =
      first === undefined ? 'Try grep with a part of a name.' : `Next: read path=${quotedArgument(first.path)}.`;
    const lines = shown.map(({ path, line, preview }) => `${oneLine(path)}:${line}: ${codeLine(preview)}`);
    const said = lines.length > 0 ? lines.join('\n') : (tooSmall ?? 'No line contains any of the words.');
    return {
      text: `${notice}\n\n${said}\n\n${next}\n`,
      data: () => ({
        mode: 'grep',
        repository: place.name,
        freshness: freshnessData(found.freshness),
        results: shown.map(({ path, line, preview: text }, at) => {
          return { rank: at + 1, path, startLine: line, endLine: line, text };
        }),
        related: [],
        assumed: [],
        truncated: found.truncated || shown.length < found.hits.length,
        ...(tooSmall === undefined ? {} : { fewer: tooSmall }),
        notice,
        next,
      }),
    };
  });
}
