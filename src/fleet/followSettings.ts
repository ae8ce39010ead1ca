/** Repositories that the settings list (`repos-urls`) are in the manifest, and those that they list no more are not. */

import { isCoraError } from '../base/errors.ts';
import type { Fleet, FleetEntry, SyncedRepository } from './fleetTypes.ts';
import { deleteClone, describeRepository, drop, insert, listRepositories } from './manageFleet.ts';
import { updateManifest } from './manifestFile.ts';
import { withoutSecrets } from './networkGit.ts';

/**
 * A list that is not set, as in another shell, is no empty list: what an earlier one had added stays, unless `prune` is given.
 * @returns names that were removed, and what could not be added: an address that is none stops no other
 */
export async function followSettings(fleet: Fleet): Promise<{ removed: string[]; failed: SyncedRepository[] }> {
  const { home, options, surroundings } = fleet;
  const known = await listRepositories(fleet);
  const wanted = options['repos-urls'] ?? (options.prune === true ? [] : null);
  if (wanted === null) return { removed: [], failed: [] };
  const failed: SyncedRepository[] = [];
  const described: { id: string; entry: FleetEntry }[] = [];
  for (const url of wanted) {
    try {
      described.push(await describeRepository(fleet, { url }, 'settings'));
    } catch (error) {
      if (!isCoraError(error)) throw error;
      const name = withoutSecrets(url);
      failed.push({ id: name, name, outcome: 'failed', commit: null, files: null, error: error.message, tookMs: 0 });
    }
  }
  const gone = known.filter(
    ({ from, url }) =>
      from === 'settings' && !wanted.includes(url) && !described.some(({ entry }) => entry.url === url),
  );
  const added = described.filter(({ entry }) => !known.some(({ url }) => url === entry.url));
  if (added.length + gone.length > 0) {
    await updateManifest(home, surroundings.log, (manifest) => {
      for (const { id } of gone) drop(manifest, id);
      for (const { id, entry } of added) {
        const isCalledSo = ({ name }: FleetEntry): boolean => name.toLowerCase() === entry.name.toLowerCase();
        // The same repository, by another address or in other letters.
        if (!Object.values(manifest.repos).some(isCalledSo)) insert(manifest, id, entry);
      }
    });
  }
  for (const one of gone) await deleteClone(home, one);
  return { removed: gone.map(({ name }) => name), failed };
}
