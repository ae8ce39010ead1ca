/** The Git hooks after which a commit may be checked out that is not indexed yet. */
export declare const HOOKS: readonly ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite'];
export type HookName = (typeof HOOKS)[number];
