/**
 * The one door to LanceDB: loaded when a store is opened and not before, because its native binary costs every process
 * that loads it about 100 ms. Stops at the import; opening tables is lance.ts.
 *
 * The entry sets LANCEDB_LOG=error before the first store is opened, or LanceDB's warnings reach stderr.
 */

import { CoraError } from '../errors.ts';

export type Lance = typeof import('@lancedb/lancedb');

/** @throws CoraError PLATFORM where LanceDB's binary for this platform is not installed or does not exist */
export async function loadLance(): Promise<Lance> {
  try {
    const loaded = (await import('@lancedb/lancedb')) as Lance | { default: Lance };
    // A CommonJS module: node names its exports, a bundler hands them over as the default one.
    return 'connect' in loaded ? loaded : loaded.default;
  } catch (error) {
    throw platformError(error, process.platform, process.arch);
  }
}

export function platformError(cause: unknown, platform: string, arch: string): CoraError {
  if (platform === 'darwin' && arch === 'x64') {
    return new CoraError('PLATFORM', 'LanceDB, which holds the index, has no binary for Intel Macs (darwin-x64)', {
      hint: 'use an Apple silicon Mac, Linux or Windows; or run cora in a Linux container on this one',
      cause,
    });
  }
  const name = `@lancedb/lancedb-${platform}-${arch}`;
  return new CoraError('PLATFORM', `LanceDB's binary for ${platform}-${arch} could not be loaded (${name}*)`, {
    hint: 'install again without --omit=optional and --no-optional: npm install cora-query',
    cause,
  });
}
