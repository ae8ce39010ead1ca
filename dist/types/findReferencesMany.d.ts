/**
 * References of a name in several repositories: `cora refs --repo`. Within a repository they are those of findReferences. What a
 * file mentions and its own repository does not define is what another repository defines, where the file imports that one's
 * package: a name in a manifest (package.json, go.mod, Cargo.toml, pyproject.toml, pom.xml) leads to the repository.
 */
import type { SearchMember } from './searchMany.ts';
import { type ReferenceHit } from './symbols.ts';
export interface ManyReference extends ReferenceHit {
    repository: string;
    /** Where `target` is, where that is another repository. */
    targetRepository?: string;
    /** The package whose import says so. */
    package?: string;
}
export interface ManyReferences {
    /** By repository, path, line. */
    references: ManyReference[];
    /** Repositories that could not be looked at. */
    failed: {
        name: string;
        error: string;
    }[];
}
/** @param name as of findSymbols. @throws CoraError ABORTED */
export declare function findReferencesMany(members: readonly SearchMember[], name: string, signal?: AbortSignal): Promise<ManyReferences>;
