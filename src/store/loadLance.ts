/** Loads LanceDB, and tells whether this machine has its binary. */

import { createRequire } from 'node:module';
import { CoraError, systemFailure } from '../base/errors.ts';
import { INDEX_PACKAGE, PACKAGE_NAME } from '../base/version.ts';

/** The endings of package names by platform. For Linux there are two, for its two C libraries. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  'darwin-arm64': ['darwin-arm64'],
  'linux-arm64': ['linux-arm64-gnu', 'linux-arm64-musl'],
  'linux-x64': ['linux-x64-gnu', 'linux-x64-musl'],
  'win32-arm64': ['win32-arm64-msvc'],
  'win32-x64': ['win32-x64-msvc'],
};

function packagesSeenFrom(): NodeJS.Require[] {
  return [...(INDEX_PACKAGE === undefined ? [] : [createRequire(INDEX_PACKAGE)]), createRequire(import.meta.url)];
}

function binaryNames(): string[] {
  return (PACKAGES[`${process.platform}-${process.arch}`] ?? []).map((name) => `@lancedb/lancedb-${name}`);
}

/** True if an index can be written on this machine. It does not load LanceDB. */
export function hasNativeLance(): boolean {
  return nativePath() !== undefined;
}

/** Returns the path of LanceDB's binary. */
export function nativePath(): string | undefined {
  for (const seen of packagesSeenFrom()) {
    for (const name of binaryNames()) {
      try {
        return seen.resolve(name);
      } catch {
        // Not installed: the next name may be.
      }
    }
  }
  return undefined;
}

/** @throws CoraError PLATFORM if LanceDB's binary is not installed or not made for this platform */
export function loadNativeLance(): void {
  let cause: unknown;
  for (const seen of packagesSeenFrom()) {
    for (const name of binaryNames()) {
      try {
        seen(name);
        return;
      } catch (error) {
        if (!isRefused(cause)) cause = error;
      }
    }
  }
  throw platformError(cause, process.platform, process.arch);
}

/** True if the binary is there but the system does not load it. */
function isRefused(error: unknown): error is Error {
  return (error as NodeJS.ErrnoException | undefined)?.code === 'ERR_DLOPEN_FAILED';
}

export function platformError(cause: unknown, platform: string, arch: string): CoraError {
  const known = systemFailure(cause, "LanceDB's binary cannot be loaded");
  if (known !== null) return known;
  if (platform === 'darwin' && arch === 'x64') {
    return new CoraError('PLATFORM', 'LanceDB, which holds the index, has no binary for Intel Macs (darwin-x64)', {
      hint: 'use an Apple silicon Mac, Linux or Windows; or run cora in a Linux container on this one',
      cause,
    });
  }
  if (isRefused(cause)) {
    const said = cause.message.split('\n', 1)[0];
    return new CoraError('PLATFORM', `LanceDB's binary is there, and this system does not load it: ${said}`, {
      hint: `if it was installed on another system, install again on this one: npm install ${PACKAGE_NAME}`,
      cause,
    });
  }
  const hint =
    INDEX_PACKAGE === undefined
      ? 'npx cora-index COMMAND   has it; this package asks an index that is there'
      : `install again without --omit=optional and --no-optional: npm install ${PACKAGE_NAME}`;
  const name = `@lancedb/lancedb-${platform}-${arch}`;
  return new CoraError('PLATFORM', `LanceDB's binary, which writes an index, is not installed (${name}*).`, {
    ...{ hint, cause },
  });
}

export type Lance = typeof import('@lancedb/lancedb');

/** @throws CoraError PLATFORM as loadNativeLance */
export async function loadLance(): Promise<Lance> {
  // This error says why the binary cannot be loaded. LanceDB's JavaScript would say that it is
  // missing.
  loadNativeLance();
  try {
    const loaded = (await import('@lancedb/lancedb')) as Lance | { default: Lance };
    // LanceDB is a CommonJS module. Node gives its exports; a bundler gives them as the default
    // export.
    return 'connect' in loaded ? loaded : loaded.default;
  } catch (error) {
    throw platformError(error, process.platform, process.arch);
  }
}
