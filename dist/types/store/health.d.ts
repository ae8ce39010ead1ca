/**
 * `cora doctor`'s look at one store: what is wrong in the folder of one fingerprint. Looks only; the repairs are
 * repairStore.ts, the table's own checks inspectTable.ts.
 */
import type { Finding } from './finding.ts';
export type { Finding } from './finding.ts';
export { repairStore } from './repairStore.ts';
/** @returns nothing for a healthy store */
export declare function inspectStore(dir: string): Promise<Finding[]>;
