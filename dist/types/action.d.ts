/**
 * The GitHub Action: restore the newest index → index what is new → pack → save → upload → publish → prune. The steps in
 * order. What only a runner has (its cache, its artifacts) is handed in; what is done is told step by step, and never printed.
 */
import type { ActionReport, ActionRequest } from './action/actionTypes.ts';
/** @throws CoraError where there is no index at the end; what comes after it is in `failures` */
export declare function runAction(request: ActionRequest): Promise<ActionReport>;
