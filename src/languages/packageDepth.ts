/**
 * Counts the folders above a file in its own package. The folders that lead to a package, and those
 * that a language asks for (`packages/core/src`, `src/main/java`), say nothing of the file. Pure.
 */

import { fileNameOf, folderOf } from '../base/paths.ts';

/** A folder that holds one of these is a package. */
const MANIFEST =
  /^(?:package\.json|Cargo\.toml|go\.mod|pom\.xml|pyproject\.toml|setup\.py|build\.gradle(?:\.kts)?|composer\.json|Gemfile|mix\.exs|CMakeLists\.txt|Package\.swift|.+\.(?:gemspec|csproj|cabal))$/;
/** A package's folder of sources, with those that build tools for the JVM ask for. */
const SOURCES = /^(?:src|lib|source|Sources)(?:\/main\/(?:java|kotlin|scala))?(?:\/|$)/;

const known = new WeakMap<readonly { path: string }[], ReadonlySet<string>>();

/**
 * Returns the folders of these files that hold a manifest, '' for the root. The answer is
 * remembered for as long as the list is.
 */
export function packageFolders(files: readonly { path: string }[]): ReadonlySet<string> {
  const found =
    known.get(files) ?? new Set(files.flatMap(({ path }) => (MANIFEST.test(fileNameOf(path)) ? [folderOf(path)] : [])));
  known.set(files, found);
  return found;
}

/** @returns the number of folders between a file and the sources of its package */
export function packageDepth(path: string, packages: ReadonlySet<string>): number {
  const folder = folderOf(path);
  let around = folder;
  while (around !== '' && !packages.has(around)) around = folderOf(around);
  const below = (around === '' ? folder : folder.slice(around.length + 1)).replace(SOURCES, '');
  return below === '' ? 0 : below.split('/').length;
}
