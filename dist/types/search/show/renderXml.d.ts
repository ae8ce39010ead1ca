/**
 * The AI's code view: results by repository, file and line as informal XML. Contents are the
 * caller's own lines, never escaped; only what `elided` names is left out.
 *
 *     <cora:rag-result>
 *     <cora:repo origin="https://github.com/example/repo" git-commit-hash="…" checkout-host="…" checkout-path="…">
 *     <cora:file path="src/example.ts" git-status="modified">
 *     <cora:chunk lines="10-36">
 *     <cora:content>
 *     …
 */
import type { SearchResult } from '../../base/searchTypes.ts';
/** Tells where a repository lies. */
export interface Checkout {
    host: string;
    /** The working tree, absolute. */
    path: string;
}
/** @returns text that ends with a newline */
export declare function renderXml(result: SearchResult, checkoutOf: (repository: string) => Checkout | null): string;
