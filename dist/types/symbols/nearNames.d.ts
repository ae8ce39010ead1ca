/** Which defined names were probably meant by one that the caller's view does not define. */
import type { SymbolContext } from './rowsOfName.ts';
/** @param name of `Outer.inner` the inner one counts @returns at most 5, likeliest first; none where the name is defined */
export declare function nearNames({ store, view }: SymbolContext, name: string): Promise<string[]>;
