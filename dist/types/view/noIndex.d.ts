/**
 * The error of a command that finds no index of the chosen embedder, and the stores there are instead: those of other embedders, and what
 * other versions of Cora left.
 */
import { CoraError } from '../base/errors.ts';
import type { EmbedderInfo } from '../base/types.ts';
import { type Workspace } from './workspace.ts';
/** @param hint what to do instead, where there is more than to build it */
export declare function noIndex({ location, repository }: Workspace, embedder: Pick<EmbedderInfo, 'id' | 'fingerprint'>, hint?: string): Promise<CoraError>;
interface OtherStore {
    dir: string;
    fingerprint: string;
    embedder: EmbedderInfo;
    /** This version reads and writes another folder for the same embedder: it hides other secrets, or chunks otherwise. */
    isOfOtherVersion: boolean;
}
/** Skips those that say nothing of themselves: never finished, or damaged. */
export declare function listOtherStores(root: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): Promise<OtherStore[]>;
/** Their folders. */
export declare function storesOfOtherVersions(root: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): Promise<string[]>;
export {};
