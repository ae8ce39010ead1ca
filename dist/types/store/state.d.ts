/** repo_state.json: the last built commit. Written last and atomically, so that what it names is in the table. */
import type { RepoState } from '../types.ts';
export declare function stateFile(dir: string): string;
/**
 * @param dir the folder of one fingerprint
 * @returns null where nothing was built yet
 * @throws CoraError INCOMPATIBLE_INDEX for a format that this version does not read, BROKEN_INDEX for a torn file
 */
export declare function readState(dir: string): Promise<RepoState | null>;
/** @throws CoraError STORE when the file can't be written */
export declare function writeState(dir: string, state: RepoState): Promise<void>;
