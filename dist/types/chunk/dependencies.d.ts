/** Dependencies that a manifest names: line by line (go.mod, requirements.txt, Gemfile, pom.xml, build.gradle, mix.exs), or as keys
 * and in lists (package.json, composer.json, Cargo.toml, pyproject.toml, pubspec.yaml). A blob has no name here, so a manifest
 * is known by its language and its words. */
import type { LocatedReference } from './chunksFrom.ts';
import type { DataDocument } from './dataDocuments.ts';
export declare function dependenciesIn(lines: readonly string[], language: string): LocatedReference[];
export declare function dependencyLinks(documents: readonly DataDocument[]): LocatedReference[];
