/** What this working tree's configuration and attributes say about how files become blobs. */
import type { Repository } from './repository.ts';
export interface ConversionSettings {
    autocrlf: 'true' | 'input' | 'false';
    /** An environment in which no filter of the configuration runs: each is named and set to nothing. */
    env: NodeJS.ProcessEnv;
}
export declare function conversionSettings(repo: Repository): Promise<ConversionSettings>;
declare const ATTRIBUTES: readonly ['text', 'crlf', 'eol', 'ident', 'filter', 'working-tree-encoding'];
/** As check-attr prints them: 'set', 'unset', 'unspecified' or the value. */
export type ConversionAttributes = Record<(typeof ATTRIBUTES)[number], string>;
/** Attributes of files of the working tree, by path. */
export declare function conversionAttributes(repo: Repository, paths: readonly string[]): Promise<Map<string, ConversionAttributes>>;
/** The name of the filter that a commit would run, null for none. */
export declare function filterOf({ filter }: ConversionAttributes): string | null;
export {};
