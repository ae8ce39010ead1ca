/**
 * `cora grep`: exact search over files of the working tree. ripgrep, where it is installed, narrows the files down; the
 * hits come from Cora's own reader and matcher, so they are the same with and without it. It knows no index and no git: the
 * caller says which files there are.
 */
import { type GrepCase } from './compilePattern.ts';
import { type GrepHit } from './hitsIn.ts';
import { type Unsearchable } from './readSafely.ts';
import { type Environment } from './ripgrep.ts';
export interface GrepOptions {
    /** Absolute path of the working tree. */
    root: string;
    /** The files that may be searched: repository-relative, with `/`, in any order. */
    paths: readonly string[];
    /** Where ripgrep is looked for (PATH), and what it is given. */
    env: Environment;
    /** Default 'auto': ripgrep if it is installed. */
    engine?: 'auto' | 'built-in';
    /** The pattern is the text itself. */
    fixed?: boolean;
    /** Only where the match is not part of a longer word. */
    word?: boolean;
    /** Default 'sensitive'. */
    case?: GrepCase;
    /** `*.ts` (a name), `src/**`, `!test/**` (left out). */
    globs?: readonly string[];
    /** Lines of context, default 0. */
    before?: number;
    after?: number;
    /** Lines that match, default no limit. */
    maxPerFile?: number;
    /** Lines that match, default no limit. */
    maxTotal?: number;
    /** The longest preview in UTF-16 code units, default 300. */
    previewWidth?: number;
    /** Larger files are not searched; default 16 MiB. */
    maxFileBytes?: number;
    signal?: AbortSignal;
}
export interface GrepResult {
    pattern: string;
    /** Sorted by path (code units), then line. */
    hits: GrepHit[];
    /** Something that matches was left out because of maxPerFile or maxTotal. */
    truncated: boolean;
    /** Files given that could not be looked into. Binary files are passed over without being listed. */
    skipped: {
        path: string;
        reason: Unsearchable;
    }[];
    engine: 'ripgrep' | 'built-in';
}
/**
 * @param pattern a regular expression as parsePattern.ts describes it, or a text with `fixed`; matched line by line
 * @throws CoraError BAD_PATTERN, ABORTED
 */
export declare function grepFiles(pattern: string, options: GrepOptions): Promise<GrepResult>;
