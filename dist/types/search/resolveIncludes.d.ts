/** Include directives to the lines of files that they mean. What means nothing is an error that says what was probably meant. */
import type { SymbolContext } from '../graph/rowsOfName.ts';
import type { IncludeDirective } from './includeDirective.ts';
import type { Selected } from './rank/select.ts';
/**
 * @returns in the order of the directives, ready to be put before what was found
 * @throws CoraError USAGE that suggests the nearest path or name
 */
export declare function resolveIncludes(context: SymbolContext, directives: readonly IncludeDirective[]): Promise<Selected[]>;
