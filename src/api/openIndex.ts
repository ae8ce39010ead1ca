/** An index without its repository, for a program: a packed file, an unpacked folder, or an address in object storage. */

import { silentLog } from '../base/log.ts';
import { openSearcher } from '../session/session.ts';
import { cacheDirOf } from '../settings/cacheDirOf.ts';
import { resolveOptions } from '../settings/resolveOptions.ts';
import { quietLance } from '../store/quietLance.ts';
import { answersOf } from './answersOf.ts';
import type { OpenIndex, OpenRequest } from './apiTypes.ts';
import { flagsOf } from './flagsOf.ts';
import { systemError } from './systemError.ts';

/**
 * Opens what `cora query --index` names. It shows what the index says: no clone is there to hold it against.
 * @param place a packed file, an unpacked folder, s3://…, gs://…, az://…, file:///…
 * @throws CoraError NO_INDEX, BAD_ARTIFACT, EMBEDDER_MISMATCH, NETWORK, …
 */
export async function openIndex(place: string, request: OpenRequest = {}): Promise<OpenIndex> {
  const { settings = {}, env = process.env, log = silentLog } = request;
  const options = { ...resolveOptions(flagsOf(settings), env, null), index: place };
  quietLance(process.env);
  const surroundings = { dir: process.cwd(), env, cacheDir: cacheDirOf(env), log };
  const searcher = await systemError(openSearcher(options, surroundings));
  return {
    ...answersOf(options, async () => ({ ...searcher, close: () => undefined })),
    close: () => searcher.close(),
  };
}
