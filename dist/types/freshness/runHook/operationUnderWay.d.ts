/** Whether Git is in the middle of something that will move HEAD again. */
export type Operation = 'rebase' | 'merge' | 'cherry-pick' | 'revert' | 'bisect';
export declare function operationUnderWay(gitDir: string): Operation | null;
