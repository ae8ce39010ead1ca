/** What the maintenance commands call: files, status, doctor, clean, grep. Settings in, data out, as in session.ts. */
import { type GrepResult } from './grep/grepFiles.ts';
import type { Options } from './options.ts';
import { type Status } from './readStatus.ts';
import { type Surroundings } from './session.ts';
/** @throws CoraError NO_INDEX */
export declare function statusOf(options: Options, surroundings: Surroundings): Promise<Status>;
/** What --path, --lang and --kind let through. */
export declare function matcherOf(options: Options): (item: {
    path: string;
    language: string;
    kind?: string;
}) => boolean;
/**
 * Exact search in the caller's files that belong to the index; no index is needed.
 * @throws CoraError BAD_PATTERN
 */
export declare function grepRepository(pattern: string, options: Options, surroundings: Surroundings, limits: {
    maxTotal: number;
    maxPerFile?: number;
    signal: AbortSignal;
}): Promise<GrepResult>;
/** A question as a pattern: any of its words that carry a subject. */
export declare function patternOf(question: string): string;
/** Deletes the index of the chosen embedder, or with `all` those of every embedder and version; nothing else. */
export declare function cleanStore(options: Options, surroundings: Surroundings, { dryRun }: {
    dryRun: boolean;
}): Promise<{
    paths: string[];
}>;
