/** What the runner says of the run: where things lie, what started it, and whether it may write what others will read. */
export interface Runner {
    /** `owner/name`; '' outside of GitHub. */
    repository: string;
    /** `push`, `pull_request`, … */
    event: string;
    /** `refs/heads/main`, `refs/pull/7/merge` */
    ref: string;
    /** Where the workspace lies: relative inputs begin there. */
    workspace: string;
    /** Emptied by the runner after the job. */
    temp: string;
    api: string;
    /** Why nothing may be written to the cache or a release; null where it may. */
    readOnly: string | null;
    /** A commit that GitHub merged for a pull request is nothing to publish: no clone has it. */
    isPullRequest: boolean;
}
/** @throws CoraError USAGE outside of a runner, or where the event cannot be read */
export declare function readRunner(env: NodeJS.ProcessEnv): Promise<Runner>;
