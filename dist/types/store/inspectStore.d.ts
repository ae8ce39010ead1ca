/**
 * `cora doctor`'s look at one store: what is wrong in the folder of one fingerprint, and with the table itself. Every row is read once: it
 * is the only way to learn that a data file which the table lists is gone or torn. Looks only; the repairs are repairStore.ts.
 */
/** @returns nothing for a healthy store */
export declare function inspectStore(dir: string): Promise<Finding[]>;
export type FindingCode = 'platform' | 'no-index' | 'stale-lock' | 'temp-files' | 'torn-state' | 'incompatible-state' | 'missing-state' | 'torn-outcomes' | 'doubtful-rows' | 'missing-table' | 'broken-table' | 'missing-files' | 'damaged-old-files' | 'missing-rows' | 'duplicate-chunks' | 'broken-word-index' | 'unindexed-rows' | 'version-bloat';
export interface Finding {
    code: FindingCode;
    message: string;
    /** True when `cora doctor --fix` mends it. */
    fixable: boolean;
    /** What the repair does, or what the user can do. */
    fix: string;
}
