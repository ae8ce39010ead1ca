/**
 * The proof: Git runs each hook with CORA_HOOK_TEST set, upon which Cora's lines write the hook's name into that file and
 * end the hook, before anything else in it is run. No commit is made.
 */
import type { Repository } from '../git/repository.ts';
import type { HookPlace } from '../install/findHookPlace.ts';
import type { HookState } from './inspectHooks.ts';
/** @returns the same states, with `runs` told for those that are installed and look right */
export declare function testHooks(repository: Repository, place: HookPlace, states: readonly HookState[]): Promise<HookState[]>;
