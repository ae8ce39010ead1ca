/**
 * Brings the commit of a remote branch into a clone below `repos/`: bare (nothing is checked out, so no filter, link or hook of it
 * ever acts), one commit deep, one branch. The first time and every later one are the same steps, so that a forced push, another
 * default branch or a clone that was interrupted are nothing special.
 */
import { type Address } from './readAddress.ts';
export interface UpdateRequest {
    address: Address;
    /** Null for the default branch, whichever it is now. */
    branch: string | null;
    /** `repos/<id>`. */
    dir: string;
    env: NodeJS.ProcessEnv;
    stallMs: number;
    signal?: AbortSignal | undefined;
}
export interface Updated {
    commit: string;
    /** Null where the remote's HEAD is no branch. */
    branch: string | null;
    isNew: boolean;
}
/** @throws CoraError NETWORK, BAD_REVISION (no such branch, nothing in it), GIT, STORE, ABORTED */
export declare function updateClone(request: UpdateRequest): Promise<Updated>;
export declare function mustBeOurs(dir: string): Promise<void>;
