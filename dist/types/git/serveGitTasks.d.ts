/** Starts git for the process that has started this one, as gitLauncher.ts asks for it. Ends when that one does, or lets go. */
/** @param parent the process that this is: its channel leads there */
export declare function serveGitTasks(parent: NodeJS.Process): void;
