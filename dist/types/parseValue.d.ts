/** One option value, as a shell, a variable or a JSON file writes it, to its type. */
import { type OptionName } from './options.ts';
/** @throws CoraError USAGE or CONFIG that names the flag, variable or key and its source */
export declare function parseValue(name: OptionName, raw: unknown, source: string): string | boolean | number | string[];
