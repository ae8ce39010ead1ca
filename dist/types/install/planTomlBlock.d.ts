/** Lines of a TOML file that belong to Cora, between two comments at its end. Pure. */
import type { FileEdit } from './fileEdit.ts';
/** @param before latin1, null where there is no file; @param lines without line ends, a table first */
export declare function planTomlBlock(before: string | null, lines: readonly string[], action: 'add' | 'remove'): Pick<FileEdit, 'after' | 'problem'>;
