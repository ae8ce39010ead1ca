/** Types and helpers of all forms of binding: their languages, and the block in which a bound name holds. */

import type { Brackets, Range } from './brackets.ts';
import type { Binding } from './referenceModel.ts';

export interface Bound extends Range {
  by: Binding;
}

export const SCRIPT = /^(?:typescript|tsx|javascript|jsx|vue|svelte)$/;
export const TYPE_FIRST = /^(?:c|cpp|objc|java|csharp|dart|groovy|solidity)$/;

export const variable = (range: Range | null): Bound | null => (range === null ? null : { ...range, by: 'variable' });

const CONTAINER =
  /\b(?:class|interface|struct|enum|trait|impl|extension|namespace|module|mod|package|object|record|protocol|extern|union|contract|library|companion|global)\b(?!\s*(?:[:=),.]|$(?<!\b(?:object|extern|namespace|companion|global|class|struct|union|enum)\s*)))/;

/** True for a body of members, a namespace; a body of statements or an object is none. */
export function isContainer(pairs: Brackets, block: Range): boolean {
  const head = pairs.headOf(block.from);
  return CONTAINER.test(head) && !/\bobject\s*:|\bnew\b[^{]*$|\b(?:fn|fun|func|function|def)\b/.test(head);
}

/** The nearest block of statements around; null where only the file and named scopes are. */
export function localBlock(pairs: Brackets, at: number): Range | null {
  for (let block = pairs.blockOf(at); block !== null; block = pairs.blockOf(block.from))
    if (!isContainer(pairs, block)) return block;
  return null;
}
