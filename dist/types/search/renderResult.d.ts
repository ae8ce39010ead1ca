/**
 * Writes an answer as text for a program or a chat: JSON, Markdown, or XML (show/renderXml.ts). For
 * terminals see cli/render/renderResults.ts. It never prints.
 */
import type { GitContext } from '../base/historyTypes.ts';
import type { ResultFormat, SearchResult } from '../base/searchTypes.ts';
import { type Checkout } from './show/renderXml.ts';
/** @returns a list of commits, and the diff of one, without a newline at the end */
export declare function renderHistory(context: GitContext): string;
/** The number of folded results that are named. */
export declare const MOST_NAMED = 3;
export { fitResult } from './fitResult.ts';
export { fenced, inlineCode, oneLine } from './quoteCode.ts';
/** The default budget in tokens, about ten results: a chat keeps everything that it is given. */
export declare const DEFAULT_BUDGET: Readonly<Partial<Record<string, number>>>;
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
/**
 * @returns text that ends with a newline; '' for jsonl without results. xml and markdown show
 * elided lines as ". . ."; in JSON `text` is always complete.
 * @throws CoraError USAGE for another format, and for what is no answer
 */
export declare function renderResult(result: SearchResult, format: ResultFormat, options?: RenderOptions): string;
