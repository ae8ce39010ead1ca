/**
 * An answer as text for a program or a chat. What people see in a terminal is src/entry/renderResults.ts. Never prints.
 */
import { type Checkout } from './renderResult/renderXml.ts';
import type { SearchResult } from './searchTypes.ts';
export { fitResult } from './renderResult/fitResult.ts';
export { fenced, inlineCode } from './renderResult/markdownCode.ts';
export { oneLine } from './renderResult/oneLine.ts';
export type { Checkout } from './renderResult/renderXml.ts';
export type ResultFormat = 'json' | 'jsonl' | 'markdown' | 'xml';
/**
 * Tokens of an answer in these formats where nobody says how many: a chat keeps all that it is given. About ten results.
 */
export declare const DEFAULT_BUDGET: Readonly<Partial<Record<string, number>>>;
export interface RenderOptions {
    /** Estimated tokens of all that is returned at most; null for any number. See fitResult. */
    budget?: number | null;
    /** For xml: where a repository, by its name in the results, is checked out; null to leave host and path out. */
    checkoutOf?: (repository: string) => Checkout | null;
}
/**
 * @returns text that ends with a newline, '' for jsonl without results. xml and markdown show what `elided` of a result
 * names as ". . ."; in JSON a `text` is always whole.
 */
export declare function renderResult(result: SearchResult, format: ResultFormat, options?: RenderOptions): string;
