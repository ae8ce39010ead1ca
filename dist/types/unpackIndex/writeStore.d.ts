/** An artifact's rows as a store: the table with its indexes, the view with its statistics, the state. */
import type { ArtifactReader } from '../artifact/readArtifact.ts';
/**
 * @param dir the folder of one fingerprint, not there yet
 * @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX; what is in `dir` then is not an index
 */
export declare function writeStore(reader: ArtifactReader, dir: string): Promise<void>;
