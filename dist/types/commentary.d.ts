/**
 * Commentary at indexing time: choose chunks → leave out those that have it → say what it will cost → ask → keep. The steps
 * in order; each holds its own detail. Only who chose a language model comes here, and only after the code is indexed.
 */
import type { CommentaryPlan, CommentaryReport } from './answerTypes.ts';
import type { Options } from './options.ts';
import type { Surroundings } from './session.ts';
import type { Embedder, Progress } from './types.ts';
import { type Workspace } from './workspace.ts';
/** Who looks at a long run, and may end it. */
export interface CommentaryWatch {
    onProgress(progress: Progress): void;
    signal?: AbortSignal;
    /** Asked before a language model is; without it, it is. */
    confirmCommentary?(plan: CommentaryPlan): Promise<boolean>;
}
export interface CommentaryRequest {
    workspace: Workspace;
    embedder: Embedder;
    options: Options;
    surroundings: Surroundings;
    watch: CommentaryWatch;
}
/**
 * @returns null where no model is chosen
 * @throws CoraError ABORTED with what was reached, CONFIG, STORE, …; what is wrong with the service is in the report
 */
export declare function addCommentary(request: CommentaryRequest): Promise<CommentaryReport | null>;
/** @returns null for none @throws CoraError CONFIG */
export declare function modelSpecOf({ commentary }: Options): import("./answer/parseModelSpec.ts").ModelSpec | null;
