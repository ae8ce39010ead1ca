/** The files of a tree that decide about others: .gitattributes, .coraignore, .cursorignore. */
import type { TreeFile } from '../types.ts';
import type { Repository } from './repository.ts';
import type { PathContext } from './skipReasonOf.ts';
type ContextOf = (path: string) => PathContext;
/**
 * What the tree's rule files say of a path.
 * @param files the ones that will be asked about
 */
export declare function readRuleFiles(repo: Repository, tree: string, files: readonly TreeFile[], signal?: AbortSignal): Promise<ContextOf>;
export {};
