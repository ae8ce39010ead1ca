/** What doctor says of a store. */

export type FindingCode =
  | 'platform'
  | 'no-index'
  | 'stale-lock'
  | 'temp-files'
  | 'torn-state'
  | 'incompatible-state'
  | 'missing-state'
  | 'torn-outcomes'
  | 'doubtful-rows'
  | 'missing-table'
  | 'broken-table'
  | 'missing-files'
  | 'damaged-old-files'
  | 'missing-rows'
  | 'duplicate-chunks'
  | 'broken-word-index'
  | 'unindexed-rows'
  | 'version-bloat';

export interface Finding {
  code: FindingCode;
  message: string;
  /** True when `cora doctor --fix` mends it. */
  fixable: boolean;
  /** What the repair does, or what the user can do. */
  fix: string;
}
