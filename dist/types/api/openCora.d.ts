/**
 * Opens an index for a program: a repository, with the functions that the command line calls too,
 * or an index without one.
 */
import type { Cora, OpenIndex, OpenRequest } from './apiTypes.ts';
/**
 * Opens the repository around a directory. The index need not be there yet.
 * @param dir any directory of the repository; by default the current one
 * @throws CoraError NOT_A_REPOSITORY, CONFIG, …
 */
export declare function openCora(dir?: string, request?: OpenRequest): Promise<Cora>;
/**
 * Opens what `cora query --index` names. It shows what the index says: no clone is there to hold it
 * against.
 * @param place a packed file, an unpacked folder, s3://…, gs://…, az://…, file:///…
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, EMBEDDER_MISMATCH, NETWORK, …
 */
export declare function openIndex(place: string, request?: OpenRequest): Promise<OpenIndex>;
