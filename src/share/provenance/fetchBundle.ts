/**
 * Reads one bundle as a text, of a web server or of a file beside an artifact. Nothing of it is
 * parsed.
 */

import { CoraError } from '../../base/errors.ts';
import { readBounded, TooLarge } from '../../disk/boundedRead.ts';
import { fetchSafely, type SafeRequest, shownUrl } from '../../net/fetchSafely.ts';
import { readBody } from '../../net/retrying.ts';

/** A bundle has some ten thousand bytes. */
export const MOST_BUNDLE_BYTES = 2 ** 20;
/** The name of a bundle beside an artifact ends so. */
export const BUNDLE_SUFFIX = '.sigstore.json';

export interface BundleText {
  text: Uint8Array;
  /** The place that it came from, without secrets. */
  from: string;
}

/** @returns null where there is none at that address @throws CoraError NETWORK, ABORTED */
export function fetchBundle(request: SafeRequest, from = shownUrl(request.url)): Promise<BundleText | null> {
  return fetchSafely(request, async (response, came) => {
    const { status, ok } = response;
    try {
      const text = await readBody(response, MOST_BUNDLE_BYTES, came);
      if (ok) return { text, from };
    } catch (cause) {
      if (!(cause instanceof TooLarge)) throw cause;
      // It would be the same again.
      throw new CoraError('NETWORK', `${from} gives more than a bundle has.`, { cause });
    }
    if (status === 404 || status === 410) return null;
    throw new CoraError('NETWORK', `${from} answers with status ${status}.`, {
      hint: 'or hand over the bundle: --bundle FILE',
    });
  });
}

/** @returns null where there is no such file @throws CoraError NOT_ATTESTED */
export async function readBundleFile(file: string): Promise<BundleText | null> {
  try {
    return { text: await readBounded(file, MOST_BUNDLE_BYTES), from: file };
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    const hint = 'name another one: --bundle FILE';
    throw new CoraError('NOT_ATTESTED', `The bundle ${file} cannot be read: ${message}`, { hint, cause });
  }
}
