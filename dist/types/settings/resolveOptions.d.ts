/** Command line, environment and config file to one Options object: flag > CORA_* > cora.config.json > default. */
import { type OptionName, type Options } from './options.ts';
/**
 * Fills in what the flags left open.
 * @param config the parsed cora.config.json, or null where there is none
 * @param isOwn the file is the user's own and did not come with a clone: it may say everything
 * @throws CoraError CONFIG that names an unknown key, a wrong value and where it stands
 */
export declare function resolveOptions(flags: Options, env: Record<string, string | undefined>, config: unknown, isOwn?: boolean): Options;
/** @throws CoraError USAGE or CONFIG that names the flag, variable or key and its source */
export declare function parseValue(name: OptionName, raw: unknown, source: string): string | boolean | number | string[];
/** @returns a sentence for each; names that are near to none may be another program's */
export declare function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[];
