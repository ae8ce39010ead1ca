/** The inputs of the GitHub Action as data: each is declared here once, action.yml says the same, and what is wrong is named. */
export type CacheUse = 'true' | 'restore-only' | 'false';
export interface ActionInputs {
    /** Any folder of the repository, as the workflow writes it; relative to `workingDirectory`. */
    path: string;
    /** Relative to the workspace. */
    workingDirectory: string;
    /** Null: the cora.config.json of the repository, where there is one. */
    config: string | null;
    /** Null: as CORA_EMBEDDER or the config has it. */
    embedder: string | null;
    cache: CacheUse;
    cacheKeyPrefix: string;
    /** Null: no workflow artifact. */
    artifactName: string | null;
    /** Null: no release. */
    releaseTag: string | null;
    /** `3/8`; null: the whole repository. */
    shard: string | null;
    token: string | null;
}
/** Name → default. `${{ github.token }}` is filled in by the runner. */
export declare const INPUTS: {
    readonly path: '.';
    readonly 'working-directory': '.';
    readonly config: '';
    readonly embedder: '';
    readonly cache: 'true';
    readonly 'cache-key-prefix': 'cora-index';
    readonly 'artifact-name': '';
    readonly 'release-tag': '';
    readonly shard: '';
    readonly token: '${{ github.token }}';
};
type InputName = keyof typeof INPUTS;
/**
 * @param given what the runner hands over for a name; '' where the workflow says nothing and action.yml has no default
 * @throws CoraError USAGE that names the input
 */
export declare function readInputs(given: (name: InputName) => string): ActionInputs;
/**
 * Where the inputs point to, as absolute paths.
 * @throws CoraError USAGE that names the input whose file or folder is not there
 */
export declare function resolveInputs({ workingDirectory, path, config }: ActionInputs, workspace: string): Promise<{
    dir: string;
    config: string | undefined;
}>;
export {};
