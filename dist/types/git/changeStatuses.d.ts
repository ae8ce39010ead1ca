/** Git's letters for what a commit did to a file; any other one is a change of its content. */
import type { CommitFile } from '../historyTypes.ts';
export declare const CHANGE_STATUSES: Readonly<Record<string, CommitFile['status']>>;
