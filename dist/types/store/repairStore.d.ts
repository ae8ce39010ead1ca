/**
 * The repairs that a store can make by itself. A table beyond repair is dropped together with the state that names its
 * rows, and the next `cora index` computes both again. Nothing outside the store's folder is touched.
 */
import type { Log } from '../types.ts';
import type { Finding } from './finding.ts';
/**
 * @param findings of `inspectStore`; those that are not fixable are left alone
 * @throws CoraError LOCKED when a writer is at work
 */
export declare function repairStore(dir: string, findings: readonly Finding[], log?: Log): Promise<void>;
