/** What can be seen of the hooks without starting anything: are our lines where Git, or the hook manager, gets to them? */
import { type HookPlace } from '../install/findHookPlace.ts';
import { type HookName } from '../install/hookNames.ts';
export interface HookState {
    hook: HookName;
    /** Where Cora's lines are, or would be. */
    file: string;
    installed: boolean;
    /** Whether Git gets to them; null where that was not tried. */
    runs: boolean | null;
    /** Why not; null where nothing is wrong. */
    reason: string | null;
}
export declare function inspectHooks(place: HookPlace, worktree: string | null): HookState[];
