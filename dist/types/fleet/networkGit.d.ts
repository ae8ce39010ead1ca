/**
 * The one place where Cora lets git reach the network, with the user's own configuration and credentials: credential helpers and
 * ssh-agent answer, nobody is prompted, and no credential is read, stored or shown. No hook runs, no submodule is looked into, and
 * only the protocols that the address is for are spoken.
 */
import type { Address } from './readAddress.ts';
export interface NetworkRequest {
    /** An existing folder: a clone, or any folder that is in no repository. */
    cwd: string;
    /** The caller's environment. */
    env: NodeJS.ProcessEnv;
    protocol: Address['protocol'];
    args: readonly string[];
    /** Without a byte for so long, git is ended. */
    stallMs: number;
    signal?: AbortSignal | undefined;
}
/** @returns standard output. @throws CoraError NETWORK (git's own words, without credentials), GIT, ABORTED */
export declare function networkGit(request: NetworkRequest): Promise<string>;
/** `https://me:token@host/…` → `https://host/…`: url.*.insteadOf of the user's configuration may bring one in. */
export declare function withoutSecrets(text: string): string;
