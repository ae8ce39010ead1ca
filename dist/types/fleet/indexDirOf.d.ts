/** Where the index of a clone lies: known without asking git, because nothing of a clone is configured. */
import type { EmbedderInfo } from '../types.ts';
/** @param dir of the clone, which is bare */
export declare function indexDirOf(dir: string, embedder: Pick<EmbedderInfo, 'fingerprint'>): string;
