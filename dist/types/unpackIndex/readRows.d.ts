/** The rows of an artifact, and at the end the proof that they are those whose digest its manifest names. */
import type { ArtifactBlob } from '../artifact/blocks.ts';
import type { ArtifactReader } from '../artifact/readArtifact.ts';
import { RowsDigest } from '../query/statistics.ts';
/** To be read to the end. @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX */
export declare function readRows(reader: ArtifactReader): AsyncGenerator<ArtifactBlob[], void, undefined>;
/** @param sum of all its rows @throws CoraError BAD_ARTIFACT */
export declare function checkDigest({ manifest, files }: Pick<ArtifactReader, 'manifest' | 'files'>, sum: RowsDigest): void;
