/** The rows of an artifact, and at the end the proof that they are those whose digest its manifest names. */
import type { ArtifactBlob, ArtifactReader } from '../artifact/readArtifact.ts';
/** To be read to the end. @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export declare function readRows({ manifest, files, blocks, }: ArtifactReader): AsyncGenerator<ArtifactBlob[], void, undefined>;
