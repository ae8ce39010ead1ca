/** The folder that `--index` names; a packed file is unpacked once, into the cache. Nothing of object storage is loaded here. */
import { CoraError } from '../base/errors.ts';
/**
 * @returns a folder that holds repo_state.json
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, INCOMPATIBLE_INDEX, STORE
 */
export declare function openNamedStore(path: string, { env, cacheDir }: {
    env: NodeJS.ProcessEnv;
    cacheDir: string;
}): Promise<string>;
export declare function noIndexIn(place: string): CoraError;
