/** What an artifact is called where several lie together: its commit and the store that it belongs to can be read off. */

import type { EmbedderInfo, Shard } from '../base/types.ts';
import { storeFingerprint } from '../view/workspace.ts';

const NAME = /^cora-index-([0-9a-f]{40}|[0-9a-f]{64})-([0-9a-f]{16})\.tar\.(?:gz|zst)$/;

/** A shard's name is none that readArtifactName knows: nobody takes it for an index. */
export function artifactName(commit: string, embedder: Pick<EmbedderInfo, 'fingerprint'>, shard?: Shard): string {
  const part = shard === undefined ? '' : `-shard-${shard.index}-of-${shard.count}`;
  return `cora-index-${commit}-${storeFingerprint(embedder)}${part}.tar.gz`;
}

/** @returns null for the name of something else */
export function readArtifactName(name: string): { commit: string; fingerprint: string } | null {
  const [, commit, fingerprint] = NAME.exec(name) ?? [];
  return commit === undefined || fingerprint === undefined ? null : { commit, fingerprint };
}
