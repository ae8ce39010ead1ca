/** Which repository a file's imports lead to. Pure. */
import type { SymbolHit } from '../symbols.ts';
/** A definition, in a package that other repositories can import. */
export interface Provider {
    repository: string;
    package: string;
    symbol: SymbolHit;
}
/**
 * @param modules that the file imports
 * @param own the file's repository: what that one has is not looked for elsewhere
 * @returns the definition whose package name is the longest beginning of a module; null where there is none, or several
 *   repositories have one
 */
export declare function providerOf(modules: readonly string[], providers: readonly Provider[], own: string): Provider | null;
