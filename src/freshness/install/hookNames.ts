/** The Git hooks after which a commit may be checked out that is not indexed yet. */

export const HOOKS = ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite'] as const;

export type HookName = (typeof HOOKS)[number];
