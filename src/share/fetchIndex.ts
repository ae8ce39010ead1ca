/**
 * A packed index of a web server for `--index ADDRESS`: downloaded once, asked about again a minute
 * later, and downloaded anew when the server has another file. Whoever names an address trusts its
 * server, as with a packed file that somebody sent.
 */

import { createHash } from 'node:crypto';
import { rename, stat, utimes } from 'node:fs/promises';
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

/**
 * @returns the file, in the cache
 * @throws CoraError USAGE, NETWORK, NO_ARTIFACT; where a file is kept and the server cannot be
 * reached, that is a warning
 */
export async function fetchIndex(
  named: string,
  { env, cacheDir, log }: Pick<Surroundings, 'env' | 'cacheDir' | 'log'>,
  policy: FetchPolicy = DEFAULT_FETCH,
): Promise<string> {
  const source = await readSource(named, { dir: cacheDir, origin: '', env });
  if (source.kind !== 'address') throw new CoraError('USAGE', `${named} is no address of a web server.`);
  const { url, credential } = source;
  const folder = join(cacheDir, 'web');
  makePrivate(folder, true);
  const name = createHash('sha256').update(url.href).digest('hex').slice(0, 32);
  const file = join(folder, `${name}${/\.tar\.zst$/i.test(url.pathname) ? '.tar.zst' : '.tar.gz'}`);
  const markFile = `${file}.mark`;
  const kept = await stat(file).catch(() => null);
  if (kept !== null && Date.now() - kept.mtimeMs < AGAIN_MS && kept.mtimeMs <= Date.now()) return file;
  const request = {
    ...{ url, fetch: createFetch(env), log, policy },
    authorization: authorizationFor(url, credential),
  };
  try {
    const mark = kept === null ? '' : await readTextBounded(markFile, MOST_MARK).catch(() => '');
    if (mark !== '' && (await isSame(request, mark))) {
      const now = new Date();
      await utimes(file, now, now);
      return file;
    }
    const loaded = await download({ ...request, headers: {}, cacheDir: folder, onProgress: () => undefined });
    await rename(loaded.file, file);
    await replaceFile(markFile, loaded.mark);
    await loaded.remove();
    return file;
  } catch (error) {
    if (kept === null || !isCoraError(error) || error.code !== 'NETWORK') throw error;
    log.warn(`${error.message} The index that came from ${shownUrl(url)} before is used.`);
    return file;
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
