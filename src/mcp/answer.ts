/**
 * Makes what a tool gives back: text for a reader, the same as data, how fresh it is, why it is
 * empty, and what to do next, all within a budget of tokens. Errors are answers too.
 */

import type { CallToolResult } from '@modelcontextprotocol/server';
import { withOpened } from '../base/concurrency.ts';
import { type CoraError, hintFor, isCoraError, isOfNoTerminal, knownError } from '../base/errors.ts';
import { defined } from '../base/lists.ts';
import type { Freshness } from '../base/searchTypes.ts';
import { estimateTokens, mostThatFits } from '../base/tokenBudget.ts';
import type { Job } from '../fleet/jobQueue.ts';
import { isOfNoCommits } from '../git/repository.ts';
import type { SymbolContext } from '../graph/readFiles.ts';
import { nearNames } from '../search/assumeNames.ts';
import { oneLine } from '../search/renderResult.ts';
import type { SearchRequest } from '../search/searchRequest.ts';
import { redactText } from '../secrets/redact.ts';
import type { FilterSettings } from '../settings/requests.ts';
import { asTyped } from '../view/asTyped.ts';
import { freshnessNotes, isStale, isUnread, shortCommit } from '../view/renderFreshness.ts';
import { explainFilters, topFolders } from '../view/searchedView.ts';
import { pathsCalled } from '../view/viewFiles.ts';
import type { Place, Several } from './places.ts';
import type { ArgsOf, ToolName } from './toolList.ts';

/** True if the client asked for the answer as data, too. */
type Asked = Pick<ToolCall, 'isStructured'>;

/**
 * Makes the result of a call. Most clients get the text alone: one that hands text and data to its
 * model would pay twice.
 */
export function resultOf({ text, data }: ToolAnswer, { isStructured }: Asked): CallToolResult {
  return { content: [{ type: 'text', text }], ...(isStructured ? { structuredContent: data() } : {}) };
}

/** Hints for somebody who can only call tools: the error's own hint is for a terminal. */
const HINTS: Readonly<Record<string, string>> = {
  BAD_PATH: 'Paths are relative to the top of the repository, with "/"; search and grep show which there are.',
  BAD_PATTERN: 'Escape the character with \\, or set fixed to true for plain text.',
  BAD_REVISION: 'Name a branch, a tag or a commit of this repository.',
};
const NO_INDEX = asTyped('grep and read work without an index. A person can build one with: cora index');
/** For a branch without commits, of which no one can build an index. */
export const NO_COMMITS = 'grep and read work meanwhile. An index can be built after the first commit.';
/** Arguments of tools that are options of the command line, too. */
const OPTIONS: readonly (readonly [option: string, argument: string])[] = [
  ['--include ', 'include '],
  ['with --fixed', 'with fixed=true'],
  ['an option of its own (--rev)', 'an argument of its own (revision)'],
];

/**
 * Makes an answer of an error: the model reads it and calls again. It would not see a protocol
 * error.
 */
export function errorResult(thrown: unknown): CallToolResult {
  const error = knownError(thrown);
  const text = isCoraError(error)
    ? [withArguments(error.message), hintOf(error)]
        .filter((line) => line !== '')
        .map((line) => oneLine(redactText(withinLine(line))))
        .join('\n')
    : `Unexpected error: ${oneLine(withinLine(error instanceof Error ? error.message : String(error)))}`;
  return { content: [{ type: 'text', text: redactText(text) }], isError: true };
}

/** Characters of a long sentence that are kept at its beginning and at its end. */
const LINE_HEAD = 1200;
const LINE_TAIL = 600;

/** Cuts a sentence in the middle: it may repeat an argument, and that may have any length. */
export function withinLine(line: string): string {
  if (line.length <= LINE_HEAD + LINE_TAIL) return line;
  return `${line.slice(0, LINE_HEAD)} … ${line.slice(-LINE_TAIL)}`;
}

function hintOf(error: CoraError): string {
  const { code, hint = '' } = error;
  if (isOfNoCommits(error)) return NO_COMMITS;
  // A file that is always refused gets no hint: another spelling of its path would not help.
  if (code === 'BAD_PATH' && hint === '') return '';
  // Whatever it names, no tool builds one.
  if (code === 'NO_INDEX') return NO_INDEX;
  const own = withArguments(hint);
  return hintFor(own, HINTS[code] ?? ofPerson(own), isOfNoTerminal);
}

function ofPerson(hint: string): string {
  if (hint.startsWith('cora files')) return 'search and grep show which files there are.';
  if (hint.startsWith('cora symbols')) return 'symbols says where a name is defined.';
  return hint.startsWith('cora ') ? `A person can type: ${hint}` : hint;
}

function withArguments(text: string): string {
  return OPTIONS.reduce((changed, [option, argument]) => changed.replaceAll(option, argument), text);
}

// A list as an answer: within its budget, with freshness, an explanation where it is empty, and
// what to call next.

interface ListRequest<T> {
  /** The name of the list in the data. */
  key: string;
  items: readonly T[];
  render(item: T): string;
  /** The text where the list is empty. */
  nothing: string;
  /** Says what was not looked at. */
  note?: string | undefined;
  next(shown: readonly T[], truncated: boolean): string;
}

interface FittedList<T> extends ListRequest<T> {
  place: Place;
  freshness: Freshness;
  budget: number;
  /** True if `items` are not all there are. */
  isCut: boolean;
  /** Says what is not shown. */
  more(left: number): string;
  /** Lines of the text before the next call, and more data. */
  notes: readonly string[];
  data: Record<string, unknown>;
}

/** Answers with as much of a list as fits. */
export function fittedList<T>(list: FittedList<T>, asked: Asked): ToolAnswer {
  const { key, items, render, nothing, next, place, freshness, budget, isCut, more, notes, data } = list;
  return fitItems(items, { budget, ...asked }, (shown, tooSmall) => {
    const left = items.length - shown.length;
    const truncated = isCut || left > 0;
    const notice = tooSmall ?? (shown.length === 0 ? withinLine(nothing) : undefined);
    const call = tooSmall === undefined ? withinLine(next(shown, truncated)) : LARGER;
    const rest = truncated && tooSmall === undefined ? [more(left)] : [];
    return {
      text: `${[notice ?? shown.map(render).join('\n'), '', ...rest, ...notes, call].join('\n')}\n`,
      data: () => ({
        repository: place.name,
        freshness: freshnessData(freshness),
        ...data,
        [key]: shown,
        truncated,
        ...(notice === undefined ? {} : { notice }),
        next: call,
      }),
    };
  });
}

/**
 * Answers with a list of what the graph of names finds.
 * @param find what the graph of names says of a repository
 * @param budget tokens
 */
export function listAnswer<T>(
  place: Place,
  budget: number,
  asked: ToolCall,
  find: (known: SymbolContext) => Promise<ListRequest<T>>,
): Promise<ToolAnswer> {
  const list = async (known: SymbolContext): Promise<ToolAnswer> => {
    const { freshness } = known.view;
    const more = (left: number): string => `${left} more do not fit into the budget.`;
    const found = await find(known);
    const noted = found.note === undefined ? [] : [oneLine(found.note)];
    const notes = [...noted, ...staleLines(freshness)];
    const told = { place, freshness, budget, isCut: false, more, notes, data: defined({ note: found.note }) };
    return fittedList({ ...found, ...told }, asked);
  };
  return withOpened(place.session.now(asked.signal), (searcher) => searcher.withSymbols(list));
}

/** The advice for a budget that nothing fits into. */
const LARGER = 'Next: the same with a larger budget.';

/**
 * Returns the tokens of the larger half of an answer: a client shows its model the text or the
 * data.
 */
export function tokensOfAnswer({ text, data }: ToolAnswer, { isStructured }: Asked): number {
  const tokens = estimateTokens(text);
  return isStructured ? Math.max(tokens, estimateTokens(JSON.stringify(data()))) : tokens;
}

/** Shows as many items as fit. @param answerOf `tooSmall`: none fits, and what the first takes */
export function fitItems<T>(
  items: readonly T[],
  { budget, ...asked }: Asked & { budget: number },
  answerOf: (shown: readonly T[], tooSmall?: string) => ToolAnswer,
): ToolAnswer {
  const whole = answerOf(items);
  if (items.length === 0 || tokensOfAnswer(whole, asked) <= budget) return whole;
  const tokensOf = (count: number): number => tokensOfAnswer(answerOf(items.slice(0, count)), asked);
  const count = mostThatFits(0, Math.min(items.length, budget), (some) => tokensOf(some) <= budget);
  if (count > 0) return answerOf(items.slice(0, count));
  const found = items.length === 1 ? 'The only match does' : `The first of ${items.length} does`;
  return answerOf([], `${found} not fit into the budget of ${budget} tokens: it takes ${tokensOf(1)}.`);
}

// Why an answer is empty, in words that say what to ask instead. Pure.

interface ViewFile {
  path: string;
  language: string;
}

/** Explains why a search has found nothing. */
export function explainNothing(
  files: readonly ViewFile[],
  { paths, languages, kinds, extensions = [] }: Pick<SearchRequest, 'paths' | 'languages' | 'kinds' | 'extensions'>,
): string {
  const filteredOut = explainFilters(files, { paths, languages, extensions });
  if (filteredOut !== null) return oneLine(filteredOut);
  const filters = [
    ...paths.map((path) => `path ${path}`),
    ...languages.map((language) => `language ${language}`),
    ...extensions.map((extension) => `extension ${extension}`),
    ...kinds.map((kind) => `kind ${kind}`),
  ];
  const folders = oneLine(topFolders(files));
  return filters.length === 0
    ? `Nothing found in ${files.length} files. Use words that the code itself would use, or grep for a part of a name. At the top of the repository: ${folders}.`
    : `Nothing found with ${filters.join(', ')}. Leave filters out, or change them. At the top of the repository: ${folders}.`;
}

/** Explains why a grep has found nothing. */
export function explainNoMatch(pattern: string, paths: readonly string[], languages: readonly string[]): string {
  const filters = [...paths, ...languages];
  const where =
    filters.length === 0 ? 'no file that belongs to the index' : `nothing that ${filters.join(', ')} lets through`;
  return `${JSON.stringify(pattern)} matches ${where}. Try ignoreCase, a part of it, or fixed for plain text; what is generated, vendored or ignored is not searched.`;
}

/** Explains why nothing was found for a name. @param relation 'is called', 'is known to call' */
export async function explainNoName(
  known: SymbolContext,
  relation: string,
  name: string,
  filters: FilterSettings,
): Promise<string> {
  const { files } = known.view;
  const filteredOut = explainFilters(files, filters);
  if (filteredOut !== null) return oneLine(filteredOut);
  const given = [...filters.paths, ...filters.languages, ...filters.kinds];
  const within = given.length === 0 ? '' : ` Only what ${given.join(', ')} lets through was looked at.`;
  const [file, ...others] = pathsCalled(files, name);
  const near = file === undefined ? await nearNames(known, name) : [];
  const likely = near.length === 0 ? '' : ` Did you mean ${near.join(', ')}?`;
  const which = others.length === 0 ? 'It is a file' : `${others.length + 1} files are called so`;
  const meant = file === undefined ? likely : ` ${which}: symbols path=${quotedArgument(file)} lists what it defines.`;
  return oneLine(`Nothing ${relation} ${name}.${meant}${within}`);
}

/** Describes freshness for a call that asks for the state of the index. */
export function describeFreshness(freshness: Freshness): string {
  const { indexedCommit, headCommit, dirtyFiles, deletedFiles = 0 } = freshness;
  const notes = freshnessNotes(freshness);
  const isHead = indexedCommit !== null && indexedCommit === headCommit;
  const index = isHead ? [`the index is of HEAD (${shortCommit(indexedCommit)})`] : [];
  return `Freshness: ${[...index, ...notes, ...(dirtyFiles + deletedFiles === 0 ? ['no uncommitted changes'] : [])].join('; ')}.`;
}

/**
 * Describes freshness in all other answers; [] where nothing is behind, as a model pays for each
 * line.
 */
export function staleLines(freshness: Freshness): string[] {
  return isUnread(freshness) || isStale(freshness) ? [`Freshness: ${freshnessNotes(freshness).join('; ')}.`] : [];
}

/** The most files that each list names: the rest is a number. */
const MOST_LISTED = 5;

/** Returns the same data as everywhere else, with the beginning of its lists. */
export function freshnessData(freshness: Freshness): Freshness & { unlisted?: number } {
  const [asCommitted, missingFiles] = [freshness.asCommitted, freshness.missingFiles];
  const lists = { asCommitted: asCommitted.slice(0, MOST_LISTED), missingFiles: missingFiles.slice(0, MOST_LISTED) };
  const unlisted = asCommitted.length + missingFiles.length - lists.asCommitted.length - lists.missingFiles.length;
  return { ...freshness, ...lists, ...(unlisted === 0 ? {} : { unlisted }) };
}

// Puts code before documentation: a budget cuts the tail, and the next call is proposed for the
// head. Pure.

/** @param prose the kind that documentation has; otherwise the order stays */
export function proseLast<T extends { kind: string }>(items: readonly T[], prose: 'section' | 'link'): T[] {
  return [...items.filter(({ kind }) => kind !== prose), ...items.filter(({ kind }) => kind === prose)];
}

// Writes text of a repository on one line of the server's own: a path with a line break must not
// begin a line that looks like ours. Pure.

/** Writes a line of code: its tabs stay. */
export function codeLine(text: string): string {
  return text.split('\t').map(oneLine).join('\t');
}

/** Writes text in quotes, as an argument of the next call: `"src/a.ts"`. */
export function quotedArgument(text: string): string {
  return oneLine(JSON.stringify(text));
}

// Says what a tool is given and gives back. The words for clients are in toolList.ts.

/** Holds what a call comes with. */
export interface ToolCall {
  /** Ends when the client cancels the call or goes away. */
  signal: AbortSignal;
  /** @throws CoraError USAGE, NOT_A_REPOSITORY */
  place(repository: string | undefined): Promise<Place>;
  places(): Promise<Place[]>;
  /** Null where one repository is meant. */
  several(repository: string | undefined): Promise<Several | null>;
  /** Says how far a long call is, to those who asked to know. */
  progress(done: number, total: number, message: string): Promise<void>;
  /** Null where this server may not write. */
  builds: Builds | null;
  /** Returns lines for an answer: repositories that are not there yet, and why. */
  notes(): string[];
  /** True while its index is being made by a sync of this server. */
  isPending(place: Place): boolean;
  /** The client has asked for the answer as data, too: STRUCTURED in createServer.ts. */
  isStructured: boolean;
}

/** Builds of indexes, as jobs of the server. */
export interface Builds {
  /** Asks for one, unless it waits or failed a moment ago. @returns true where one waits or runs */
  ensure(place: Place): Promise<boolean>;
  /** Settles when the index is built. A call that is cancelled ends the build. @throws CoraError */
  run(place: Place, call: Pick<ToolCall, 'signal' | 'progress'>): Promise<Job>;
}

export interface ToolAnswer {
  text: string;
  /** Makes the data that the tool's output schema describes. */
  data(): Record<string, unknown>;
}

export interface ToolProgram<N extends ToolName> {
  /** @throws CoraError, which becomes an answer that says what is wrong */
  run(args: ArgsOf<N>, call: ToolCall): Promise<ToolAnswer>;
}
