/** Which chunks each blob of a view has, for repo_state.json. */
import type { ChunkStore } from '../storePort.ts';
import type { BlobKey, RepoState, View } from '../types.ts';
import type { Computed } from './computeRows.ts';
/** Chunk ids of every blob of the view: from this run, the last state, else the table. In the order of their lines. */
export declare function chunkIdsOf(store: ChunkStore, view: View, computed: Computed, state: RepoState | null): Promise<Map<BlobKey, string[]>>;
