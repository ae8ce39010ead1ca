/** Include directives to the lines of files that they mean. What means nothing is an error that says what was probably meant. */
import type { Selected } from '../query/select.ts';
import type { SymbolContext } from '../symbols/rowsOfName.ts';
import type { IncludeDirective } from './includeDirective.ts';
/**
 * @returns in the order of the directives, ready to be put before what was found
 * @throws CoraError USAGE that suggests the nearest path or name
 */
export declare function resolveIncludes(context: SymbolContext, directives: readonly IncludeDirective[]): Promise<Selected[]>;
