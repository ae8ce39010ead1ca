/** Text of one file, for showing it. */
import { type Repository } from './repository.ts';
export interface ReadFileOptions {
    /** The tree to read from, by object name; without it the working tree, of a bare repository HEAD. */
    tree?: string;
    /** Bytes; larger files are refused. */
    largest?: number;
}
/**
 * The text of a file of the working tree as it is on disk, or of a tree.
 * @param path relative to the top level, with `/`
 * @throws CoraError BAD_PATH for a path out of the repository, into `.git` or through a link, for what is too large, and for what
 *   is not text; the message says which
 */
export declare function readFile(repo: Repository, path: string, options?: ReadFileOptions): Promise<string>;
