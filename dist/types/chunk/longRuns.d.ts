/**
 * Trees that a query of tree-sitter would take too long for: at each child it looks for the next sibling that the grammar names, so
 * a run of n brackets that never close, or of n commas in one list, costs n².
 */
import type * as TreeSitter from 'web-tree-sitter';
export declare function hasLongRuns(tree: TreeSitter.Tree, text: string): boolean;
