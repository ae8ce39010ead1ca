/**
 * The whole of LanceDB, for writing: loaded when a store is opened for it and not before. Readers take its native binary
 * alone: nativeLance.ts. Stops at the import; opening tables is openTable.ts.
 *
 * The entry sets LANCEDB_LOG=error before the first store is opened, or LanceDB's warnings reach stderr.
 */

import { loadNativeLance, platformError } from './nativeLance.ts';

export type Lance = typeof import('@lancedb/lancedb');

/** @throws CoraError PLATFORM where LanceDB's binary for this platform is not installed or does not exist */
export async function loadLance(): Promise<Lance> {
  // It says why it cannot be loaded. LanceDB's JavaScript would say that it is not there.
  loadNativeLance();
  try {
    const loaded = (await import('@lancedb/lancedb')) as Lance | { default: Lance };
    // A CommonJS module: node names its exports, a bundler hands them over as the default one.
    return 'connect' in loaded ? loaded : loaded.default;
  } catch (error) {
    throw platformError(error, process.platform, process.arch);
  }
}
