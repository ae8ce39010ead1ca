/** state/manifest.json: read at any time, changed under a lock of its own that is held for milliseconds, replaced atomically. */
import type { Log } from '../types.ts';
import type { FleetRepository, Manifest } from './fleetTypes.ts';
/** @throws CoraError CONFIG for a file that is no manifest, INCOMPATIBLE_INDEX for one of a newer Cora */
export declare function readManifest(home: string): Promise<Manifest>;
/**
 * @param change makes the new manifest of the one that is there now, whoever wrote it
 * @returns what `change` returned beside it
 */
export declare function updateManifest<T>(home: string, log: Log, change: (manifest: Manifest) => T): Promise<T>;
/** By name, in code units. */
export declare function repositoriesOf(home: string, { repos, active }: Manifest): FleetRepository[];
