/** What `cora query --commits` calls: settings in, commits out. */
import type { CommitSearchResult } from '../base/historyTypes.ts';
import type { Options } from '../settings/options.ts';
import { type Surroundings } from '../view/surroundings.ts';
/**
 * Searches the messages of HEAD's commits. No index is needed: what it lacks is read from git, as far as that is quick.
 * @throws CoraError USAGE, NOT_A_REPOSITORY, …
 */
export declare function searchHistory(options: Options, surroundings: Surroundings, text: string): Promise<CommitSearchResult>;
