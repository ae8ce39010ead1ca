/** The caller's own chunks of a blob with somebody else's vectors: all that an artifact without text brings. */
import type { ArtifactBlob } from '../artifact/blocks.ts';
import type { ChunkedBlob } from '../types.ts';
import { type Verified } from './verifyBlob.ts';
export declare function joinVectors(blob: ArtifactBlob, bytes: Uint8Array, chunk: (bytes: Uint8Array, language: string) => Promise<ChunkedBlob | null>): Promise<Verified>;
