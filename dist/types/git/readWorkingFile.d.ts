/** Files of the working tree as a commit would hold them: encoding, ends of lines and `$Id$`, as git's convert.c does it; no filter runs. */
import type { Repository } from './repository.ts';
import { WorkingTreeFiles } from './safePath.ts';
/** Larger files are data. */
export declare const LARGEST_FILE = 16000000;
/**
 * The bytes that a commit would hold: ends of lines converted, filters not run.
 * @throws CoraError BAD_PATH for anything that is not a regular file of the working tree or that a filter would change
 */
export declare function readWorkingFile(repo: Repository, path: string): Promise<Uint8Array>;
/** The same for many files, in their order; null for those that cannot be read. Two processes for all of them. */
export declare function readWorkingFiles(repo: Repository, paths: readonly string[]): AsyncGenerator<{
    path: string;
    bytes: Uint8Array | null;
}, void, undefined>;
type ReadWorkingFile = {
    bytes: Buffer;
} | {
    why: 'gone';
} | {
    why: 'unreadable';
} | {
    why: 'filtered';
    detail: string;
};
/** Holds what the files of one pass share: configuration, attributes, directories that were seen. */
export declare class WorkingTreeReader {
    #private;
    readonly files: WorkingTreeFiles;
    constructor(repo: Repository, files: WorkingTreeFiles, settings: ConversionSettings, attributes: Map<string, ConversionAttributes>);
    static open(repo: Repository, paths: readonly string[]): Promise<WorkingTreeReader>;
    /** @param path one of those that the reader was opened for */
    read(path: string, largest: number): Promise<ReadWorkingFile>;
}
export interface ConversionSettings {
    autocrlf: 'true' | 'input' | 'false';
    /** core.ignorecase: git takes names that differ in case alone for one. */
    ignoreCase: boolean;
    /** An environment in which no filter of the configuration runs: each is named and set to nothing. */
    env: NodeJS.ProcessEnv;
}
export declare function conversionSettings(repo: Repository): Promise<ConversionSettings>;
declare const ATTRIBUTES: readonly ['text', 'crlf', 'eol', 'ident', 'filter', 'working-tree-encoding'];
/** As check-attr prints them: 'set', 'unset', 'unspecified' or the value. */
type ConversionAttributes = Record<(typeof ATTRIBUTES)[number], string>;
/** Attributes of files of the working tree, by path. */
export declare function conversionAttributes(repo: Repository, paths: readonly string[]): Promise<Map<string, ConversionAttributes>>;
export {};
