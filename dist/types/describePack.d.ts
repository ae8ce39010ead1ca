/** `cora pack --report`: what would leave this machine, told before anything does. Writes nothing. */
import { type RedactedSecret } from './build/countRedacted.ts';
import type { Options } from './options.ts';
import { type Surroundings } from './session.ts';
import type { SkippedFile } from './types.ts';
export interface PackContents {
    /** The address of `origin` without credentials; '' where there is none. */
    repository: string;
    commit: string;
    /** The commit that is checked out; null before the first one. */
    headCommit: string | null;
    embedder: string;
    /** False with --no-text. */
    text: boolean;
    files: number;
    chunks: number;
    /** Different names of definitions. */
    symbols: number;
    /** Chunks that come with prose of a language model. */
    commentary: number;
    /** By kind, before compression. */
    bytes: Partial<Record<Kind, number>>;
    /** Secrets that were found by content: none of them is in the pack. */
    redacted: RedactedSecret[];
    /** Of the indexed files. */
    paths: string[];
    /** Files that were left out: their paths and the reasons are in the pack, too. */
    skipped: SkippedFile[];
    /** Files that could not be indexed. */
    failed: string[];
}
type Kind = 'paths' | 'commentary' | 'text' | 'symbols' | 'references' | 'positions' | 'hashes' | 'vectors';
/** @throws CoraError NO_INDEX, BROKEN_INDEX, … */
export declare function describePack(options: Options, surroundings: Surroundings): Promise<PackContents>;
export {};
