/**
 * An answer as text for a program or a chat. What people see in a terminal is src/cli/render/renderResults.ts. Never prints.
 */

import { estimateTokens } from '../base/estimateTokens.ts';
import type { SearchResult } from '../base/searchTypes.ts';
import { fitResult } from './fitResult.ts';
import { renderMarkdown } from './show/renderMarkdown.ts';
import { type Checkout, renderXml } from './show/renderXml.ts';

export { fitResult } from './fitResult.ts';
export { oneLine } from './oneLine.ts';
export { fenced, inlineCode } from './show/markdownCode.ts';
export { MOST_NAMED, renderHistory } from './show/renderMarkdown.ts';
export type { Checkout } from './show/renderXml.ts';

export type ResultFormat = 'json' | 'jsonl' | 'markdown' | 'xml';

/**
 * Tokens of an answer in these formats where nobody says how many: a chat keeps all that it is given. About ten results.
 */
export const DEFAULT_BUDGET: Readonly<Partial<Record<string, number>>> = { markdown: 4000, xml: 4000 };

export interface RenderOptions {
  /** Estimated tokens of all that is returned at most; null for any number. See fitResult. */
  budget?: number | null;
  /** JSON on one line, as always within a budget: what is around its fields says nothing. */
  isCompact?: boolean;
  /** For xml: where a repository, by its name in the results, is checked out; null to leave host and path out. */
  checkoutOf?: (repository: string) => Checkout | null;
}

/**
 * @returns text that ends with a newline, '' for jsonl without results. xml and markdown show what `elided` of a result
 * names as ". . ."; in JSON a `text` is always whole.
 */
export function renderResult(result: SearchResult, format: ResultFormat, options: RenderOptions = {}): string {
  const { budget = null, isCompact = budget !== null, checkoutOf = () => null } = options;
  const name = format === 'json' && isCompact ? 'compact' : format;
  const render = (some: SearchResult): string => RENDER[name](some, checkoutOf);
  return render(budget === null ? result : fitResult(result, budget, (some) => estimateTokens(render(some))));
}

const RENDER: Record<ResultFormat | 'compact', typeof renderXml> = {
  compact: (result) => `${JSON.stringify(result)}\n`,
  json: (result) => `${JSON.stringify(result, null, 2)}\n`,
  jsonl: ({ results }) => results.map((hit) => `${JSON.stringify(hit)}\n`).join(''),
  markdown: renderMarkdown,
  xml: renderXml,
};
