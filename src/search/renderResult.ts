/**
 * Writes an answer as text for a program or a chat: JSON, Markdown, or XML (show/renderXml.ts). For
 * terminals see cli/render/renderResults.ts. It never prints.
 */

import type { GitContext } from '../base/historyTypes.ts';
import type { IdenticalChunk, RelatedHit, ResultFormat, SearchHit, SearchResult } from '../base/searchTypes.ts';
import { estimateTokens } from '../base/tokenBudget.ts';
import { qualifiedName } from '../base/words.ts';
import { type Argument, checkCall, type RequestFields } from '../settings/checkCall.ts';
import { answerNotes, gitContextLines } from './answerNotes.ts';
import { fitResult } from './fitResult.ts';
import { type QueryWords, reasonsOf, wordsOfAnswer } from './queryWords.ts';
import { ELLIPSIS, fenced, inlineCode, oneLine, rangesText, segmentsOf, shownText } from './quoteCode.ts';
import { type Checkout, renderXml } from './show/renderXml.ts';

/** @returns text that ends with a newline */
function renderMarkdown(result: SearchResult): string {
  const { results, gitContext, related } = result;
  const words = wordsOfAnswer(result);
  const repositories = new Set(results.map(({ repository, commit }) => repositoryText(repository, commit)));
  const blocks = [
    ...(repositories.size === 1 ? [...repositories].filter((text) => text !== '') : []),
    ...(gitContext === undefined ? [] : [renderHistory(gitContext)]),
    ...results.map((hit) => renderHit(hit, words, repositories.size > 1)),
    ...(related.length === 0 ? [] : [`Read next:\n\n${related.map(renderRelated).join('\n')}`]),
    ...answerNotes(result),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** @returns a list of commits, and the diff of one, without a newline at the end */
export function renderHistory(context: GitContext): string {
  const [title, ...lines] = gitContextLines(context);
  const { commit } = context;
  const diff = commit === null || commit.diff === '' ? [] : ['', fenced(commit.diff, 'diff')];
  return [title, '', ...lines.map((line) => `- ${line}`), ...diff].join('\n');
}

/** Tells readers that nobody has checked the text. */
const GENERATED = '*Written by an AI at indexing time:*';

/** Escapes commentary: it is plain text without images, links and line breaks. */
function escaped(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>!|#~&]/g, '\\$&');
}

/** Renders a hit. In an answer about several repositories each hit names its own. */
function renderHit(hit: SearchHit, words: QueryWords, namesRepository: boolean): string {
  const { rank, path, language, status, repository, commit, identical = [], commentary = '' } = hit;
  const changed = status === 'committed' ? '' : ` (${status})`;
  const of = namesRepository ? ` of ${repositoryText(repository, commit)}` : '';
  return [
    `### ${rank}. ${inlineCode(`${oneLine(path)}:${rangesText(segmentsOf(hit))}`)}${changed}${of}`,
    '',
    `${symbolText(hit)} — ${reasonsOf(hit, words)}${identical.length === 0 ? '' : `; ${identicalText(identical)}`}`,
    '',
    ...(commentary === '' ? [] : [`> ${GENERATED} ${escaped(commentary)}`, '']),
    fenced(hit.isPiece === true ? [ELLIPSIS, hit.text, ELLIPSIS].join('\n') : shownText(hit), language),
  ].join('\n');
}

/** `https://github.com/example/repo at 0123456789ab` */
function repositoryText(repository: string, commit: string | null): string {
  const at = commit === null ? '' : `at ${commit.slice(0, 12)}`;
  return [oneLine(repository), at].filter((part) => part !== '').join(' ');
}

function symbolText({ kind, scope, symbol }: Pick<SearchHit, 'kind' | 'scope' | 'symbol'>): string {
  const separator = kind === 'section' || kind === 'object' || kind === 'text' ? ' › ' : '.';
  const name = qualifiedName({ scope, symbol }, separator);
  return name === '' ? kind : `${kind} ${inlineCode(oneLine(name))}`;
}

/** The number of folded results that are named. */
export const MOST_NAMED = 3;

function identicalText(identical: readonly IdenticalChunk[]): string {
  const named = identical.slice(0, MOST_NAMED).map(({ repository, path, startLine, endLine }) => {
    return inlineCode(`${oneLine(path)}:${rangesText([{ startLine, endLine }])}`) + ofRepository(repository);
  });
  const nearly = identical.some((other) => other.nearly) ? 'nearly ' : '';
  return `${nearly}identical: ${named.join(', ')}${identical.length > MOST_NAMED ? ', …' : ''}`;
}

function renderRelated(hit: RelatedHit): string {
  return `- ${inlineCode(`${oneLine(hit.path)}:${rangesText([hit])}`)}${ofRepository(hit.repository)} ${oneLine(hit.reason)} — ${symbolText(hit)}`;
}

function ofRepository(repository: string | undefined): string {
  return repository === undefined ? '' : ` of ${oneLine(repository)}`;
}

export { fitResult } from './fitResult.ts';
export { fenced, inlineCode, oneLine } from './quoteCode.ts';

/** The default budget in tokens, about ten results: a chat keeps everything that it is given. */
export const DEFAULT_BUDGET: Readonly<Partial<Record<string, number>>> = { markdown: 4000, xml: 4000 };

interface RenderOptions {
  /** The most tokens of the result, estimated; null for no limit. See fitResult. */
  budget?: number | null;
  /** True for JSON on one line, which is always used within a budget. */
  isCompact?: boolean;
  /**
   * For xml: returns where a repository is checked out, by its name in the results; null leaves
   * host and path out.
   */
  checkoutOf?: (repository: string) => Checkout | null;
}

const OPTIONS: RequestFields<RenderOptions> = { budget: 'line', isCompact: 'flag', checkoutOf: 'function' };
const RENDER_CALL: readonly Argument[] = [
  ['result', 'answer'],
  ['format', 'format'],
  ['options?', 'object', OPTIONS],
];

/**
 * @returns text that ends with a newline; '' for jsonl without results. xml and markdown show
 * elided lines as ". . ."; in JSON `text` is always complete.
 * @throws CoraError USAGE for another format, and for what is no answer
 */
export function renderResult(result: SearchResult, format: ResultFormat, options: RenderOptions = {}): string {
  const [, , asked = {}] = checkCall('renderResult', RENDER_CALL, [result, format, options]);
  const { budget = null, isCompact = budget !== null, checkoutOf = () => null } = asked;
  const name = format === 'json' && isCompact ? 'compact' : format;
  const render = (some: SearchResult): string => RENDER[name](some, checkoutOf);
  return render(budget === null ? result : fitResult(result, budget, (some) => estimateTokens(render(some))));
}

const RENDER: Record<ResultFormat | 'compact', typeof renderXml> = {
  compact: (result) => `${JSON.stringify(withinBudget(result))}\n`,
  json: (result) => `${JSON.stringify(result, null, 2)}\n`,
  jsonl: ({ results }) => results.map((hit) => `${JSON.stringify(hit)}\n`).join(''),
  markdown: renderMarkdown,
  xml: renderXml,
};

/**
 * Saves tokens for code: repository and commit are given once, and fields that readers of the text
 * do not need are left out.
 */
function withinBudget({ results, ...answer }: SearchResult): object {
  const [first] = results;
  const isOne = results.every(({ repository, commit }) => repository === first?.repository && commit === first.commit);
  const lean = results.map(
    ({ repository, commit, why, signature: _, chunk: __, chunkId: ___, tokens: ____, ...hit }) => ({
      ...hit,
      ...(isOne ? {} : { repository, commit }),
      ...(hit.explain === undefined ? {} : { why }),
    }),
  );
  const once = isOne && first !== undefined ? { repository: first.repository, commit: first.commit } : {};
  return { ...answer, ...once, results: lean };
}
