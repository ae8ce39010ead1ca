/**
 * A session for processes that stay, such as a server: each question is answered for the caller's files as they are when it is
 * asked (commits, edits, checkouts, builds of others), and what did not change since the last one is not read again. Like every
 * query it never locks and never writes.
 */
import type { Options } from '../settings/options.ts';
import { type Surroundings } from '../view/surroundings.ts';
import { type Searcher } from './session.ts';
export interface LiveSession {
    /**
     * What answers for the caller's files as they are now. To be closed after its answer.
     * @throws CoraError NO_INDEX, NOT_A_REPOSITORY, ABORTED, …
     */
    now(signal?: AbortSignal): Promise<Searcher>;
    /** Questions that were asked before are still answered: the last of them ends what is open. */
    close(): void;
}
/** Opens nothing yet: the first question does. */
export declare function openLiveSession(options: Options, surroundings: Surroundings): LiveSession;
