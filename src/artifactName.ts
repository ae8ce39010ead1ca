/** What an artifact is called where several lie together: its commit and the store that it belongs to can be read off. */

import type { EmbedderInfo } from './types.ts';
import { storeFingerprint } from './workspace.ts';

const NAME = /^cora-index-([0-9a-f]{40}|[0-9a-f]{64})-([0-9a-f]{16})\.tar\.(?:gz|zst)$/;

export function artifactName(commit: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): string {
  return `cora-index-${commit}-${storeFingerprint(embedder)}.tar.gz`;
}

/** @returns null for the name of something else */
export function readArtifactName(name: string): { commit: string; fingerprint: string } | null {
  const [, commit, fingerprint] = NAME.exec(name) ?? [];
  return commit === undefined || fingerprint === undefined ? null : { commit, fingerprint };
}
