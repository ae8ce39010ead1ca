/**
 * The proof: Git runs each hook with CORA_HOOK_TEST set, upon which Cora's lines write the hook's name into that file and
 * end the hook. No commit is made. A hook in which something else would run is left alone, unless the user agrees to it.
 */
import type { Repository } from '../../git/repository.ts';
import type { HookPlace } from '../install/findHookPlace.ts';
import type { HookState } from './inspectHooks.ts';
/** Asks whether programs may be run that Cora did not write; each is named by a sentence. */
export type MayRun = (what: readonly string[]) => Promise<boolean>;
/** @returns the same states, with `runs` told for those that are installed and look right */
export declare function testHooks(repository: Repository, place: HookPlace, states: readonly HookState[], mayRun: MayRun): Promise<HookState[]>;
