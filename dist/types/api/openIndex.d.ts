/** An index without its repository, for a program: a packed file, an unpacked folder, or an address in object storage. */
import type { OpenIndex, OpenRequest } from './apiTypes.ts';
/**
 * Opens what `cora query --index` names. It shows what the index says: no clone is there to hold it against.
 * @param place a packed file, an unpacked folder, s3://…, gs://…, az://…, file:///…
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, EMBEDDER_MISMATCH, NETWORK, …
 */
export declare function openIndex(place: string, request?: OpenRequest): Promise<OpenIndex>;
