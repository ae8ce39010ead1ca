/** What a command says that finds no index of the chosen embedder: which there are instead, and how to get one. */

import { CoraError } from '../errors.ts';
import { fingerprintDir, listFingerprints } from '../store/location.ts';
import { readState } from '../store/state.ts';
import type { EmbedderInfo } from '../types.ts';
import { storeFingerprint, type Workspace } from '../workspace.ts';

/** @param hint what to do instead, where there is more than to build it */
export async function noIndex(
  { location }: Workspace,
  embedder: Pick<EmbedderInfo, 'id' | 'fingerprint'>,
  hint = 'cora index   builds it',
): Promise<CoraError> {
  const others = listFingerprints(location.root).filter((fingerprint) => fingerprint !== storeFingerprint(embedder));
  const states = await Promise.all(
    others.map((fingerprint) => readState(fingerprintDir(location.root, fingerprint)).catch(() => null)),
  );
  const built = states.flatMap((state) => (state === null ? [] : [state.embedder.id]));
  const named = built.map((id) => (id === embedder.id ? `${id} of another version of Cora` : id));
  const beside = named.length === 0 ? 'yet' : `for the embedder ${embedder.id}; there is one for ${named.join(', ')}`;
  return new CoraError('NO_INDEX', `There is no index of this repository ${beside}.`, { hint });
}
