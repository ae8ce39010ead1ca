/**
 * cora query: one question, a batch of them, or one about the commits. Several repositories are
 * asked in fleetQuestions.ts.
 */

import { readFile } from 'node:fs/promises';
import { parseUserJson, TooMuchJson } from '../../base/boundedJson.ts';
import { withOpened } from '../../base/concurrency.ts';
import { CoraError, EXIT, isCoraError } from '../../base/errors.ts';
import { listed } from '../../base/lists.ts';
import { searchHistory } from '../../history/historySession.ts';
import { fitTexts } from '../../search/fitResult.ts';
import { type IncludeDirective, readDirective } from '../../search/includeDirective.ts';
import { DEFAULT_BUDGET } from '../../search/renderResult.ts';
import { searchRequestOf } from '../../search/searchRequest.ts';
import { openSearcher, type Searcher } from '../../session/session.ts';
import {
  type CommandContext,
  printJson,
  printJsonLine,
  readAll,
  readQuestionText,
  readWords,
} from '../../settings/commandContext.ts';
import { OPTIONS, type OptionName, type Options } from '../../settings/options.ts';
import { commitsRequest, searchSettings, sessionSettings } from '../../settings/requests.ts';
import { staleNote } from '../../view/renderFreshness.ts';
import { clonesInstead, findCallerPlace, membersHere, placeIn, scopeIn } from '../findCallerPlace.ts';
import { bringVectors, bringVectorsAfter, freshnessIn } from '../readiness.ts';
import { type AnswerFormat, formatOf, refuseFormat, renderAnswer } from '../render/renderResults.ts';
import { describeTerminal } from '../terminal.ts';

export async function runQuery(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  const isMany = options.repo.length > 0;
  if (options.commits === true && !isMany) return runCommits(context);
  refuseWithoutCommits(options);
  const format = formatOf(options);
  if (options.batch !== undefined && !isMany) {
    refuseFormat(options, '--batch prints JSON lines', ['json', 'jsonl']);
    return runBatch(context, options.batch);
  }
  const text = await readQuestionText(context, 'where are uncommitted files chunked');
  if (isMany || options.submodules === true) {
    const { runQueryRepos } = await import('./fleetQuestions.ts');
    return runQueryRepos(context, text, format, isMany ? undefined : await membersHere(context));
  }
  try {
    return await withOpened(openHere(context), (searcher) => answer(context, searcher, text, format));
  } catch (error) {
    if (options.fallback !== true || !isCoraError(error) || error.code !== 'NO_INDEX') {
      const members = await clonesInstead(context, error);
      return (await import('./fleetQuestions.ts')).runQueryRepos(context, text, format, members);
    }
    surroundings.log.warn('There is no index; answering with grep.');
    const { runGrepFallback } = await import('./grep.ts');
    return runGrepFallback({ ...context, options: { ...options, json: /^json/.test(format) } }, text);
  }
}

function openHere({ options, surroundings }: CommandContext): Promise<Searcher> {
  return openSearcher(sessionSettings(options), surroundings);
}

async function answer(
  context: CommandContext,
  searcher: Searcher,
  text: string,
  format: AnswerFormat,
): Promise<number> {
  const { stdout, askedLimit } = context;
  const asked = await queryOptions(context);
  const budget = asked.budget ?? (askedLimit === undefined ? DEFAULT_BUDGET[format] : undefined);
  const options = budget === undefined ? asked : { ...asked, budget };
  const request = searchRequestOf(text, searchSettings(options), await readDirectives(context), askedLimit);
  if (options.fresh === true) await freshnessIn(searcher, options);
  if (request.mode === 'vectors') await bringVectors(searcher, context);
  const result = await searcher.search(request, context.signal);
  const place = format === 'text' || format === 'xml' ? placeIn(searcher.worktree, context.surroundings.dir) : {};
  const shown = await renderAnswer(result, format, place, { ...context, options });
  stdout.write(shown.text);
  if (result.missingVectors !== undefined) await bringVectorsAfter(searcher, context);
  return shown.isEmpty ? EXIT.finding : EXIT.ok;
}

/**
 * The fewest tokens of a result. A budget asks for no more results than fit when all are short, or
 * than anybody reads.
 */
const LEAST_TOKENS_OF_RESULT = 40;
const MOST_IN_BUDGET = 200;

async function queryOptions(context: CommandContext): Promise<Options> {
  const { options, askedLimit } = context;
  const scope = options.scope === undefined ? '' : scopeIn(options.scope, await findCallerPlace(context));
  if (options.budget === undefined || askedLimit !== undefined) return { ...options, scope };
  const limit = Math.min(MOST_IN_BUDGET, Math.ceil(options.budget / LEAST_TOKENS_OF_RESULT));
  return { ...options, scope, limit };
}

/** Reads the directives. Their paths are seen from where the caller stands. */
async function readDirectives(context: CommandContext): Promise<IncludeDirective[]> {
  if (context.directives.length === 0) return [];
  const { cwdPrefix = '' } = await findCallerPlace(context);
  return context.directives.map((text) => readDirective(text, cwdPrefix));
}

/**
 * One line {id, query} in, one line {id, results, ms} out, in order. A line without a question gets
 * {id, error}, the others are answered all the same, and the exit code is that of an error.
 */
async function runBatch(context: CommandContext, file: string): Promise<number> {
  const { stdin, stdout } = context;
  const lines = (file === '-' ? await readAll(stdin) : await readBatchFile(file)).split('\n');
  // A line holds results only.
  const scoped = { ...searchSettings(await queryOptions(context)), related: 0 };
  const directives = await readDirectives(context);
  return withOpened(openHere(context), async (searcher) => {
    const { signal, options } = context;
    // A line of the answer holds results only: there is no room to say what they lack.
    if (scoped.mode !== 'words') await bringVectors(searcher, context);
    if (options.fresh === true) await freshnessIn(searcher, options);
    let failed = false;
    for (const [at, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const started = performance.now();
      const { id, query, lacks } = questionIn(line);
      if (query === null) {
        const message = `Line ${at + 1} of the batch ${lacks}.`;
        const hint = 'One {"id": …, "query": "…"} on each line.';
        printJsonLine(stdout, { id, error: { code: 'USAGE', message, hint } });
        failed = true;
        continue;
      }
      const request = { ...searchRequestOf(query, scoped, directives, context.askedLimit), history: false };
      const found = await searcher.search(request, signal);
      const { results } = scoped.budget === null ? found : fitTexts(found, scoped.budget);
      printJsonLine(stdout, { id, results, ms: Math.round((performance.now() - started) * 100) / 100 });
    }
    const note = staleNote((await searcher.view).freshness);
    if (note !== null) context.surroundings.log.info(note);
    return failed ? EXIT.error : EXIT.ok;
  });
}

/** The query is null where the line has none; `lacks` says why. */
function questionIn(line: string): { id: unknown; query: string | null; lacks: string } {
  try {
    const { id = null, query } = (parseUserJson(line) ?? {}) as { id?: unknown; query?: unknown };
    const isAsked = typeof query === 'string' && query.trim() !== '';
    return { id, query: isAsked ? query : null, lacks: 'has no "query" that asks something' };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const lacks = error instanceof TooMuchJson ? `holds ${error.message}` : `is not JSON: ${error.message}`;
    return { id: null, query: null, lacks };
  }
}

async function readBatchFile(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new CoraError('USAGE', `${path} cannot be read.`, {
      hint: 'cora query --batch FILE, or - for standard input',
      cause: error,
    });
  }
}

async function runCommits(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  refuseForCommits(options, context.directives);
  refuseFormat(options, '--commits prints text or JSON', ['text', 'json']);
  const text = await readWords(context);
  const request = commitsRequest(text, options);
  const { index } = options;
  // A search in the repository's own history loads nothing of other indexes.
  const result = await (index === undefined
    ? searchHistory(request, surroundings)
    : (await import('../../session/namedIndex.ts')).searchPackedHistory(index, request, surroundings));
  if (formatOf(options) === 'json') printJson(stdout, result);
  else stdout.write((await import('../render/renderHistory.ts')).renderCommits(result, describeTerminal(context)));
  return result.commits.length === 0 ? EXIT.finding : EXIT.ok;
}

/**
 * Options that are refused with --commits: they speak of code or of the working tree. Settings are
 * not refused, because the config file may hold them.
 */
const NOT_FOR_COMMITS = listed('lang kind context scope explain batch committed fresh fallback');
const ONLY_FOR_COMMITS = listed('author since until');

function refuseForCommits(options: Options, directives: readonly string[]): void {
  const given = directives.length > 0 ? 'include' : NOT_FOR_COMMITS.find((name) => isGiven(options, name));
  if (given === undefined) return;
  throw new CoraError('USAGE', `--${given} does not work with --commits.`, {
    hint: 'cora query --commits TEXT takes --path, --author, --since, --until and -k',
  });
}

function refuseWithoutCommits(options: Options): void {
  const given = ONLY_FOR_COMMITS.find((name) => isGiven(options, name));
  if (given === undefined) return;
  throw new CoraError('USAGE', `--${given} works only with --commits.`, {
    hint: `cora query --commits --${given} … TEXT`,
  });
}

function isGiven(options: Options, name: OptionName): boolean {
  const value = options[name];
  const standard = 'default' in OPTIONS[name] ? OPTIONS[name].default : undefined;
  return value !== undefined && value !== false && JSON.stringify(value) !== JSON.stringify(standard);
}
