/**
 * The index that `--index` names: a folder, a packed file, or an address in object storage, which is searched without a copy.
 * It is loaded lazily: a query of the repository's own index needs nothing of it.
 */
import type { Embedder, EmbedderInfo } from '../base/types.ts';
import type { ChunkStore, ViewRecord } from '../store/storePort.ts';
interface NamedIndex {
    /** Whose vectors are in it. */
    embedder: EmbedderInfo;
    /** The caller's own, where it is that one and was made already. */
    asked: Embedder | null;
    record: ViewRecord;
    open(dimensions: number): Promise<ChunkStore>;
    /** The folder it is in; null for one in object storage, which holds no commentary. */
    dir: string | null;
}
/**
 * @param ask for the caller's embedder: of several published indexes the one that fits it is taken
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX; of an address also USAGE and NETWORK
 */
export declare function readNamedIndex(named: string, surroundings: {
    env: NodeJS.ProcessEnv;
    cacheDir: string;
}, ask: () => Promise<Embedder>): Promise<NamedIndex>;
export {};
