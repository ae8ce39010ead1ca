/** `cora doctor`: what is wrong with an index, and, with fix, the repair: mend what the store can, build the rest again. */
import type { Options } from './options.ts';
import { type Surroundings } from './session.ts';
import { type Finding } from './store/health.ts';
export interface Diagnosis extends Omit<Finding, 'code'> {
    code: Finding['code'] | 'missing-view' | 'torn-view' | 'shard' | 'broken-history' | 'broken-commentary' | 'old-commentary';
    fixed: boolean;
}
/** @returns what was found, each with whether it was mended; nothing for a healthy index */
export declare function diagnose(options: Options, surroundings: Surroundings, { fix }: {
    fix: boolean;
}): Promise<Diagnosis[]>;
