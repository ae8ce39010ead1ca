/** Dependencies that a manifest names as keys or in lists: package.json, composer.json, Cargo.toml, pyproject.toml, pubspec.yaml. */
import type { DataDocument } from './dataModel.ts';
import type { LocatedReference } from './segments.ts';
export declare function dependencyLinks(documents: readonly DataDocument[]): LocatedReference[];
