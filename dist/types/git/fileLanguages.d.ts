/** Languages of the files of a tree, also of scripts whose name says nothing. */
import type { TreeFile } from '../types.ts';
import type { Repository } from './repository.ts';
/** By path. Executable files without an extension are looked into for a shebang line, all others are known by name. */
export declare function fileLanguages(repo: Repository, files: readonly TreeFile[], signal?: AbortSignal): Promise<(path: string) => string>;
