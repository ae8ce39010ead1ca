/** The part of a session that is about the history: what `cora index` adds, what a query and `cora query --commits` ask. */
import type { GitContext } from '../base/historyTypes.ts';
import type { HistoryReport, IndexReport, Log } from '../base/types.ts';
import type { Options } from '../settings/options.ts';
import type { Workspace } from '../view/workspace.ts';
import type { HistoryContext } from './readHistory.ts';
/** Comes last in a run: an interrupted one still leaves an index of the code. */
export declare function addHistory({ repository, location }: Workspace, options: Options, log: Log, { commit, computed }: Pick<IndexReport, 'commit' | 'computed'>, signal?: AbortSignal): Promise<HistoryReport>;
export declare function historyContextOf(workspace: Workspace, options: Options, log: Log): HistoryContext;
/** @returns answers null, and loads nothing, where a question is not about the history */
export declare function gitContextAsker(workspace: Workspace, options: Options, log: Log): (text: string) => Promise<GitContext | null>;
