/**
 * `cora init`: settings, hooks and the first index of a repository. Each step does only what is not there yet, so that it
 * can be repeated, and goes on when another one could not.
 */
import { type HooksChange, type Program } from './hooks.ts';
import { type FileChange } from './install/fileEdit.ts';
import type { Options } from './options.ts';
import type { Surroundings } from './session.ts';
import type { IndexReport, Progress } from './types.ts';
export interface InitRequest {
    program: Program;
    options: Options;
    surroundings: Surroundings;
    /** `files`: say which files would be written, and nothing else. */
    extent: 'files' | 'dry-run' | 'all';
    watch: {
        onProgress(progress: Progress): void;
        signal?: AbortSignal;
    };
}
export interface InitReport {
    /** cora.config.json, unless it is there. */
    config: FileChange[];
    hooks: HooksChange | null;
    /** Why there are no hooks. */
    refused: {
        message: string;
        hint: string | undefined;
    } | null;
    /** Null where there is no commit yet: the hooks index the first one. */
    index: IndexReport | null;
}
export declare function initRepository(request: InitRequest): Promise<InitReport>;
