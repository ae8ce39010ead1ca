/** Which paths of a working tree may differ from a tree, as git's own bookkeeping tells: fast, and with false alarms. */
import { type ConversionSettings } from './conversionRules.ts';
import { type Repository } from './repository.ts';
/** The file as the tree has it; null where the tree has none. */
export type Before = {
    mode: string;
    blob: string;
} | null;
export interface Candidates {
    files: Map<string, Before>;
    /** Untracked directories that are repositories of their own. */
    nested: string[];
    settings: ConversionSettings;
}
export declare function workingTreeCandidates(repo: Repository, signal?: AbortSignal): Promise<Candidates>;
