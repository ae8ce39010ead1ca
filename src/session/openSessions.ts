/**
 * Sessions of servers. A few repositories stay open, simultaneous requests share a look at the
 * working tree, and several repositories can be searched as one.
 */

import { Shelf, Users, withOpened } from '../base/concurrency.ts';
import type { Models, SearchContext, SearchMember } from '../search/members.ts';
import type { SessionSettings, Surroundings } from '../settings/requests.ts';
import type { CallerView } from '../view/callerView.ts';
import type { SearchThreads } from './searchThreads.ts';
import { openSession, type Searcher, type Session, withClose } from './session.ts';

/** The place and the settings of a session. */
export interface SessionPlace {
  settings: SessionSettings;
  surroundings: Surroundings;
}

/** The most open sessions: each holds a table in memory. */
const MOST_OPEN = 8;

export class OpenSessions {
  /** By directory and settings. */
  readonly #open: Shelf<Session>;
  readonly #threads: SearchThreads | null;
  /** A server lets more requests share a look while others wait in line anyway. */
  gather = noWait;

  /** @param threads also answer questions, if several are asked at once */
  constructor(threads: SearchThreads | null = null) {
    this.#threads = threads;
    this.#open = new Shelf(MOST_OPEN, (session, key) => {
      session.close();
      threads?.forget(key);
    });
  }

  /** The number of threads that answer beside this one. */
  get threads(): number {
    return this.#threads?.ready ?? 0;
  }

  /** @throws CoraError NO_INDEX, NOT_A_REPOSITORY, ABORTED, … */
  async search<T>(place: SessionPlace, signal: AbortSignal, run: (searcher: Searcher) => Promise<T>): Promise<T> {
    return withOpened(this.now(place, signal), run);
  }

  /**
   * Returns a searcher for the files in their present state. Its session stays open until the
   * searcher is closed.
   * @throws CoraError as search
   */
  async now(place: SessionPlace, signal?: AbortSignal): Promise<Searcher> {
    const { settings, surroundings } = place;
    const key = `${surroundings.dir}\0${keyOf(settings)}`;
    const { value: session, leave } = this.#open.take(key, () =>
      shareLooks(openSession(settings, surroundings), () => this.gather()),
    );
    const searcher = await withClose(session.now(signal), leave);
    return this.#threads?.helping(searcher, { ...place, key }) ?? searcher;
  }

  /**
   * Returns a session that asks whichever session of this place is open. It answers by the error
   * where the settings of the place are wrong.
   */
  at(placeOf: () => SessionPlace): Session {
    return { now: async (signal) => this.now(placeOf(), signal), close: () => undefined };
  }

  close(): void {
    this.#open.close();
    this.#threads?.close();
  }
}

/** Other settings, such as those of searches, do not need a session of their own. */
function keyOf({ include, exclude, maxFileSize, store, embedder, ...settings }: SessionSettings): string {
  const { index, committed, reranker, historyLimit } = settings;
  return JSON.stringify([include, exclude, maxFileSize, store, embedder, index, committed, reranker, historyLimit]);
}

/**
 * Shares looks at the working tree among simultaneous requests, because each starts several
 * processes of Git. With a hundred requests, the first one starts a look and the others share the
 * next. Each sees the files at a time after its request came.
 * @param gather settles when the next look may begin
 */
export function shareLooks(session: Session, gather: () => Promise<void> = noWait): Session {
  let last: SharedLook | null = null;
  return {
    async now(signal) {
      // A look that has begun may miss later changes, so no further request may join.
      if (last === null || last.hasBegun) last = lookAfter(last?.searcher, session, gather);
      const look = last;
      const leave = look.users.enter();
      try {
        return { ...(await unlessAborted(look.searcher, signal)), close: leave };
      } catch (error) {
        leave();
        throw error;
      }
    },
    close: () => session.close(),
  };
}

interface SharedLook {
  hasBegun: boolean;
  searcher: Promise<Searcher>;
  users: Users;
}

function lookAfter(before: Promise<unknown> | undefined, session: Session, gather: () => Promise<void>): SharedLook {
  const begin = async (): Promise<Searcher> => {
    // If a client goes away, the others still get their answer.
    const searcher = await session.now();
    await searcher.view.catch((error: unknown) => {
      searcher.close();
      throw error;
    });
    return searcher;
  };
  const searcher =
    before === undefined
      ? begin()
      : before
          .catch(noMatter)
          .then(gather)
          .then(() => {
            look.hasBegun = true;
            return begin();
          });
  const users = new Users(() => void searcher.then((opened) => opened.close()).catch(noMatter));
  searcher.catch(noMatter).then(() => users.retire());
  const look: SharedLook = { hasBegun: before === undefined, searcher, users };
  return look;
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const gone = (): void => reject(signal.reason);
    if (signal.aborted) gone();
    signal.addEventListener('abort', gone, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', gone));
  });
}

async function noWait(): Promise<void> {
  // Looks follow each other.
}

function noMatter(): void {
  // The error is reported to everybody who waits for it.
}

/**
 * A repository in a search over several. View and rows come from one look at the working tree; the
 * next view takes a new look. It may serve several searches at once. The caller owns the session.
 */
export class SessionMember implements SearchMember {
  readonly name: string;
  readonly #session: Session;
  #look: { searcher: Searcher; users: Users } | null = null;
  #isClosed = false;

  constructor(name: string, session: Session) {
    this.name = name;
    this.#session = session;
  }

  async view(signal?: AbortSignal): Promise<CallerView> {
    return withOpened(this.#lookAgain(signal), async ({ parts }) => (await parts()).view);
  }

  async models(): Promise<Models> {
    return this.use(false, async ({ embedder, reranker }) => ({ embedder, reranker }));
  }

  async use<T>(_texts: boolean, run: (context: SearchContext) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const known = this.#look;
    const looking = known === null ? this.#lookAgain(signal) : { ...known.searcher, close: known.users.enter() };
    return withOpened(looking, async ({ parts }) => run((await parts()).context));
  }

  /** Running searches still finish. */
  close(): void {
    this.#isClosed = true;
    this.#look?.users.retire();
    this.#look = null;
  }

  /** @returns a searcher that stays open until the caller closes it */
  async #lookAgain(signal: AbortSignal | undefined): Promise<Searcher> {
    const searcher = await this.#session.now(signal);
    // A closed member keeps no searcher.
    if (this.#isClosed) return searcher;
    this.#look?.users.retire();
    const users = new Users(() => searcher.close());
    this.#look = { searcher, users };
    return { ...searcher, close: users.enter() };
  }
}
