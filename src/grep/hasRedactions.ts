/** Tells whether an index of this repository has secrets written over, whatever a pattern asks for. */

import type { Options } from '../settings/options.ts';
import { fingerprintDir, listFingerprints } from '../store/location.ts';
import { readState } from '../store/state.ts';
import { openWorkspaceFor, type Surroundings } from '../view/surroundings.ts';

/** @returns false where nothing is indexed */
export async function hasRedactions(options: Options, surroundings: Surroundings): Promise<boolean> {
  const { root } = (await openWorkspaceFor(options, surroundings)).location;
  for (const fingerprint of listFingerprints(root)) {
    const state = await readState(fingerprintDir(root, fingerprint)).catch(() => null);
    if (state !== null && state.redacted.secrets > 0) return true;
  }
  return false;
}
