/**
 * Files of a working tree by paths that others name: nothing outside of it, nothing behind a link, regular files only. The one
 * door to their bytes: what was opened is looked at before any of it is given out.
 */
import { CoraError } from '../base/errors.ts';
/** What is at a path. `file`: a regular file. `absent`: nothing, or something behind a link. */
export type Found = {
    kind: 'file';
    size: number;
    executable: boolean;
} | {
    kind: 'absent' | 'directory' | 'link' | 'special';
};
/**
 * Does not follow links, neither the last component nor those before it. Directories that were seen are remembered.
 * Synchronous: with thousands of small files the thread pool costs several times what the files do. Callers pause.
 */
export declare class WorkingTreeFiles {
    #private;
    constructor(root: string);
    find(path: string): Found;
    /**
     * The bytes of a regular file as they are on disk.
     * @returns null where there is none any more, or it has grown beyond `largest` bytes; 'unreadable' where the system refuses
     */
    read(path: string, largest: number): Buffer | 'unreadable' | null;
    /** Where a link leads; null where there is none any more. */
    readLink(path: string): Buffer | null;
}
/** The part of a path that is a link, with what is before it. */
export declare function linkOnTheWay(files: WorkingTreeFiles, path: string): string | null;
/** @throws CoraError BAD_PATH unless the path is relative, with `/`, inside the repository and not inside a `.git` */
export declare function checkPath(path: string): void;
/** What follows the path of a file that the system does not let the caller read. */
export declare const UNREADABLE = "may not be read: permission denied";
/** A file that is there and not shown: no other way of writing its path helps. @param what follows the path in the message */
export declare function refusedPath(path: string, what: string): CoraError;
/** @param what follows the path in the message */
export declare function badPath(path: string, what: string): CoraError;
