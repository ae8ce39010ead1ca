/**
 * Does Git get to our lines? First the files are looked at (inspectHooks); then, for a proof, Git
 * runs each hook with CORA_HOOK_TEST set, upon which our lines write its name into that file and
 * end it (testHooks). A hook that holds foreign lines is asked about first.
 */
import type { Repository } from '../../git/repository.ts';
import { type HookName } from '../fileEdit.ts';
import { type HookPlace } from '../install/planHookFiles.ts';
export interface HookState {
    hook: HookName;
    /** The file where Cora's lines are, or would be. */
    file: string;
    installed: boolean;
    /** True if Git gets to them; null where that was not tried. */
    runs: boolean | null;
    /** The reason why not; null where nothing is wrong. */
    reason: string | null;
}
export declare function inspectHooks(place: HookPlace, worktree: string | null): HookState[];
/** Asks whether programs may be run that Cora did not write; each is named by a sentence. */
export type MayRun = (what: readonly string[]) => Promise<boolean>;
/** @returns the same states, with `runs` told for those that are installed and look right */
export declare function testHooks(repository: Repository, place: HookPlace, states: readonly HookState[], mayRun: MayRun): Promise<HookState[]>;
