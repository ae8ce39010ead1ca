/** A repository for a program: the settings that count there, and the functions that the command line calls too. */
import type { Cora, OpenRequest } from './apiTypes.ts';
/**
 * Opens the repository around a directory. The index need not be there yet.
 * @param dir any directory of the repository; by default the current one
 * @throws CoraError NOT_A_REPOSITORY, CONFIG, …
 */
export declare function openCora(dir?: string, request?: OpenRequest): Promise<Cora>;
