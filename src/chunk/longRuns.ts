/**
 * Trees that a query of tree-sitter would take too long for: at each child it looks for the next sibling that the grammar names, so
 * a run of n brackets that never close, or of n commas in one list, costs n².
 */

import type * as TreeSitter from 'web-tree-sitter';

/** Below, even one run of all of it is no matter. */
const SHORT_TEXT = 10_000;
/** The sum of n² over all runs; so much takes about a second. */
const MOST_STEPS = 4e8;
/** Shorter runs are not counted. */
const SHORT_RUN = 1000;
/** No word, so perhaps a run without an error. It is looked for from its start only. */
const SIGNS = new RegExp(`(?:^|\\w)[^\\w]{${SHORT_RUN},}`);

export function hasLongRuns(tree: TreeSitter.Tree, text: string): boolean {
  if (text.length < SHORT_TEXT) return false;
  const everywhere = SIGNS.test(text);
  if (!everywhere && !tree.rootNode.hasError) return false;
  const cursor = tree.walk();
  let steps = 0;
  try {
    for (;;) {
      const node = cursor.currentNode;
      const looksInside = everywhere || node.hasError;
      if (looksInside && node.childCount - node.namedChildCount >= SHORT_RUN) steps += stepsOf(cursor);
      if (steps > MOST_STEPS) return true;
      if (looksInside && cursor.gotoFirstChild()) continue;
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
    }
  } finally {
    cursor.delete();
  }
}

/** Of the children of the node that the cursor is at, where it is again afterwards. */
function stepsOf(cursor: TreeSitter.TreeCursor): number {
  let steps = 0;
  let run = 0;
  if (!cursor.gotoFirstChild()) return 0;
  do {
    run = cursor.nodeIsNamed ? 0 : run + 1;
    // 1 + 2 + … + n
    if (run >= SHORT_RUN) steps += run;
  } while (cursor.gotoNextSibling());
  cursor.gotoParent();
  return steps;
}
