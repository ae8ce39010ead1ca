/**
 * Stamps of HEAD and of files, for processes that ask again: starting git costs a hundred times what reading two small files does.
 * Only equality means anything.
 */
import type { Repository } from './repository.ts';
/**
 * Equal stamps mean the same HEAD, as long as the repository stays where it is.
 * @returns null where files do not tell; then git has to be asked
 */
export declare function headStamp({ gitDir, commonDir }: Pick<Repository, 'gitDir' | 'commonDir'>): string | null;
/** Never fails: a home directory may be another user's, or `/dev/null`, and git reads no configuration there either. */
export declare function fileStamp(path: string): string;
