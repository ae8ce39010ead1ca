/** What a question about the history asks for, and the names that one may hold. */

export interface HistoryQuestion {
  /** `latest`: the newest commits; `changes`: what was done; `who` and `when`: about one change. */
  kind: 'latest' | 'changes' | 'who' | 'when';
  /** The subject, without the words that ask: '' for everything. */
  subject: string;
  /** Which end of the time it asks for, where it names one. */
  order: 'newest' | 'oldest' | null;
  /** `since v1.2`, `in the last two weeks`: what --since takes; null where none is said. */
  since: string | null;
  /** `between v1 and v2`: what --until takes; null where none is said. */
  until: string | null;
  /** Those of `since` and `until` that name a version. The others may be words of the subject: `since http2`. */
  versions: readonly string[];
  /** How many commits are asked for: `the last 5 commits`, `git log -5`. Absent where no number is said. */
  count?: number;
  /** The one commit that is asked for: `show commit a1d87858`; null where none is. */
  revision: string | null;
  /**
   * It is one only where the repository has what it names: `name`: a file, a commit or an author; `point`: a version, a commit or a
   * date. Null where it is one in any case.
   */
  needs: 'name' | 'point' | null;
}

/** `since` of `what changed since the last release`: the newest tag of the repository. */
export const LAST_RELEASE = 'the last release';

/** `src/server.c`, `server.c` */
export const PATH = /^[\w@.+-]*(?:\/[\w@.+-]+)+\/?$|^[\w-][\w.-]*\.[A-Za-z]\w{0,5}$/;
export const COMMIT_NAME = /^(?=.*\d)[0-9a-f]{6,64}$/i;
/** `v2`, `1.20`, `release-1.2.0-rc1`, `pkg@1.2`. Not a file such as `v2.py`, and not `http2`, `tls1.2`. */
export const VERSION = /^(?:[a-z][\w-]*[-_/@])?(?:v\d|\d+\.[\dx])(?!.*\.[a-z]{2,4}$)[\w.+-]*$/i;
