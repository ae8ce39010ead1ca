/**
 * It writes an answer as text for a program or a chat: JSON, Markdown, or XML by show/renderXml.ts.
 * People in a terminal see cli/render/renderResults.ts instead. It never prints.
 */
import type { GitContext } from '../base/historyTypes.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import { type Checkout } from './show/renderXml.ts';
/** @returns a list of commits, and the diff of one, without a newline at the end */
export declare function renderHistory(context: GitContext): string;
/** The number of folded results that are named. */
export declare const MOST_NAMED = 3;
export { fitResult } from './fitResult.ts';
export { fenced, inlineCode, oneLine } from './quoteCode.ts';
export type ResultFormat = 'json' | 'jsonl' | 'markdown' | 'xml';
/**
 * Tokens of an answer in these formats where nobody says how many: a chat keeps all that it is
 * given. About ten results.
 */
export declare const DEFAULT_BUDGET: Readonly<Partial<Record<string, number>>>;
interface RenderOptions {
    /** Estimated tokens of all that is returned at most; null for any number. See fitResult. */
    budget?: number | null;
    /** JSON on one line, as always within a budget: what is around its fields says nothing. */
    isCompact?: boolean;
    /**
     * For xml: where a repository, by its name in the results, is checked out; null to leave host and
     * path out.
     */
    checkoutOf?: (repository: string) => Checkout | null;
}
/**
 * @returns text that ends with a newline, '' for jsonl without results. xml and markdown show what
 * `elided` of a result names as ". . ."; in JSON a `text` is always whole.
 */
export declare function renderResult(result: SearchResult, format: ResultFormat, options?: RenderOptions): string;
