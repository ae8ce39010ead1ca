/** What an artifact is called where several lie together: its commit and the store that it belongs to can be read off. */
import type { EmbedderInfo, Shard } from './types.ts';
/** A shard's name is none that readArtifactName knows: nobody takes it for an index. */
export declare function artifactName(commit: string, embedder: Pick<EmbedderInfo, 'fingerprint'>, shard?: Shard): string;
/** @returns null for the name of something else */
export declare function readArtifactName(name: string): {
    commit: string;
    fingerprint: string;
} | null;
