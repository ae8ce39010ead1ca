/** Command line, environment and config file to one Options object: flag > CORA_* > cora.config.json > default. */
import { type ParsedCommand } from './commands.ts';
import { type Options } from './options.ts';
/**
 * Reads the words behind `cora`. The first one names a command; anything else is a question for `query`.
 * @throws CoraError USAGE that names the word and suggests the nearest one
 */
export declare function parseCommandLine(argv: readonly string[]): ParsedCommand;
/**
 * Fills in what the flags left open.
 * @param config the parsed cora.config.json, or null where there is none
 * @param isOwn the file is the user's own and did not come with a clone: it may say everything
 * @throws CoraError CONFIG that names an unknown key, a wrong value and where it stands
 */
export declare function resolveOptions(flags: Options, env: Record<string, string | undefined>, config: unknown, isOwn?: boolean): Options;
/** The JSON schema of cora.config.json, published in docs/. */
export declare function configSchema(): object;
