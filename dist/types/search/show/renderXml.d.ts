/**
 * Renders results for language models as informal XML, grouped by repository and file, sorted by
 * line. Contents are the caller's own lines and are never escaped; only elided lines are left out.
 *
 *     <cora:rag-result>
 *     <cora:repo origin="https://github.com/example/repo" git-commit-hash="…" checkout-host="…" checkout-path="…">
 *     <cora:file path="src/example.ts" git-status="modified">
 *     <cora:chunk lines="10-36">
 *     <cora:content>
 *     …
 */
import type { SearchResult } from '../../base/searchTypes.ts';
/** Where a repository is checked out. */
export interface Checkout {
    host: string;
    /** The absolute path of the working tree. */
    path: string;
}
/** @returns text that ends with a newline */
export declare function renderXml(result: SearchResult, checkoutOf: (repository: string) => Checkout | null): string;
