/**
 * What is wrong with the table itself. Every row is read once: it is the only way to learn that a data file which the
 * table lists is gone or torn.
 */
import type { RepoState } from '../types.ts';
import type { Finding } from './finding.ts';
export declare function inspectTable(dir: string, state: RepoState | null): Promise<Finding[]>;
