/** Folders of a working tree that Git ignores as a whole: nobody needs to look into them. */
import type { Repository } from './repository.ts';
/** @returns paths from the top level, without the slash behind; a folder in an ignored one is not named again */
export declare function listIgnoredFolders(repo: Repository): Promise<string[]>;
