/** Commentary that leaves the machine with an artifact: of the view's own contents, and of nothing else of the store. */
import type { PackedCommentary } from '../artifact/commentaryMember.ts';
import type { ChunkStore, ViewPath } from '../storePort.ts';
/** @returns sorted by content hash; none where there is none */
export declare function commentaryOfView(dir: string, store: ChunkStore, files: readonly ViewPath[]): Promise<PackedCommentary[]>;
