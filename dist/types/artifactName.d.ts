/** What an artifact is called where several lie together: its commit and the store that it belongs to can be read off. */
import type { EmbedderInfo } from './types.ts';
export declare function artifactName(commit: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): string;
/** @returns null for the name of something else */
export declare function readArtifactName(name: string): {
    commit: string;
    fingerprint: string;
} | null;
