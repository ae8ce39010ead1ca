/** Finds the repository around a directory: one git process, because every query begins with it. */
import type { Repository } from './repository.ts';
/**
 * @param dir any directory of a working tree (linked worktrees and submodules too), a bare repository or a `.git`
 * @param env the caller's environment; repository variables in it are ignored: `dir` decides
 * @throws CoraError NOT_A_REPOSITORY, GIT
 */
export declare function openRepository(dir: string, env: NodeJS.ProcessEnv): Promise<Repository>;
