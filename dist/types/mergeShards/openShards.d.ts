/** Several artifacts open at once, all or none. */
import { type ArtifactReader } from '../artifact/readArtifact.ts';
import type { FoundShard } from './checkShards.ts';
export interface OpenShard extends FoundShard {
    reader: ArtifactReader;
    close(): Promise<void>;
}
/** @throws CoraError BAD_ARTIFACT, INCOMPATIBLE_INDEX, NO_INDEX */
export declare function openShards(found: readonly FoundShard[]): Promise<OpenShard[]>;
export declare function closeShards(shards: readonly OpenShard[]): Promise<void>;
