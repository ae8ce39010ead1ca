/**
 * A packed index of a web server for `--index ADDRESS`: downloaded once, asked about again a minute
 * later, and downloaded anew when the server has another file. Whoever names an address trusts its
 * server, as with a packed file that somebody sent.
 */

import { createHash } from 'node:crypto';
import { rename, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { CoraError, isCoraError } from '../base/errors.ts';
import { readTextBounded } from '../disk/boundedRead.ts';
import { makePrivate } from '../disk/makePrivate.ts';
import { replaceFile } from '../disk/replaceFile.ts';
import { createFetch } from '../net/createFetch.ts';
import { authorizationFor } from '../net/credentials.ts';
import { DEFAULT_FETCH, type FetchPolicy, fetchSafely, shownUrl } from '../net/fetchSafely.ts';
import type { Surroundings } from '../settings/requests.ts';
import { download, MOST_MARK } from './artifact/download.ts';
import { readSource } from './readSource.ts';

/** So long a file is used without asking whether there is another one. */
const AGAIN_MS = 60_000;
/** Somebody waits for an answer. */
const PATIENT: FetchPolicy = { ...DEFAULT_FETCH, attempts: 3, stallMs: 20_000 };
/** The one that is kept answers as well. */
const HASTY: FetchPolicy = { ...DEFAULT_FETCH, attempts: 1, stallMs: 5_000 };

export interface FetchedIndex {
  /** The file, in the cache. */
  file: string;
  /** The address as it may be shown. */
  shown: string;
  /** To be called where it is no index: the server may have a better one next time. */
  forget(): Promise<void>;
}

/**
 * @throws CoraError USAGE, NETWORK, NO_ARTIFACT; where a file is kept and the server cannot be
 * reached, that is a warning
 */
export async function fetchIndex(
  named: string,
  { env, cacheDir, log }: Pick<Surroundings, 'env' | 'cacheDir' | 'log'>,
  policy?: FetchPolicy,
): Promise<FetchedIndex> {
  const source = await readSource(named, { dir: cacheDir, origin: '', env });
  if (source.kind !== 'address') throw new CoraError('USAGE', `${named} is not the address of a web server.`);
  const { url, credential } = source;
  const folder = join(cacheDir, 'web');
  makePrivate(folder, true);
  const name = createHash('sha256').update(url.href).digest('hex').slice(0, 32);
  const file = join(folder, `${name}${/\.tar\.zst$/i.test(url.pathname) ? '.tar.zst' : '.tar.gz'}`);
  const markFile = `${file}.mark`;
  const forget = () => Promise.all([rm(file, { force: true }), rm(markFile, { force: true })]).then(() => undefined);
  const fetched = { file, shown: shownUrl(url), forget };
  const touch = (): Promise<void> => {
    const now = new Date();
    return utimes(file, now, now);
  };
  const kept = await stat(file).catch(() => null);
  if (kept !== null && Date.now() - kept.mtimeMs < AGAIN_MS && kept.mtimeMs <= Date.now()) return fetched;
  const request = {
    ...{ url, fetch: createFetch(env), log, policy: policy ?? (kept === null ? PATIENT : HASTY) },
    authorization: authorizationFor(url, credential),
  };
  try {
    const mark = kept === null ? '' : await readTextBounded(markFile, MOST_MARK).catch(() => '');
    if (mark !== '' && (await isSame(request, mark))) {
      await touch();
      return fetched;
    }
    const loaded = await download({ ...request, headers: {}, cacheDir: folder, onProgress: () => undefined });
    await rename(loaded.file, file);
    await replaceFile(markFile, loaded.mark);
    await loaded.remove();
    return fetched;
  } catch (error) {
    if (kept === null || !isCoraError(error) || error.code !== 'NETWORK') throw error;
    log.warn(`${error.message} The index that came from ${fetched.shown} before is used.`);
    await touch();
    return fetched;
  }
}

/** @param mark an ETag, or the time of the last change */
function isSame(request: Parameters<typeof fetchSafely>[0], mark: string): Promise<boolean> {
  const headers = { [mark.startsWith('"') ? 'if-none-match' : 'if-modified-since']: mark };
  return fetchSafely({ ...request, headers: () => headers }, async (response) => {
    await response.body?.cancel();
    return response.status === 304;
  });
}
