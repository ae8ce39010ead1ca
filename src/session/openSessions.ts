/**
 * Sessions for servers: those of a few repositories stay open, requests that come together share a
 * look at the working tree, and a session can be one of several repositories that are searched
 * together.
 */

import { Users, withOpened } from '../base/concurrency.ts';
import type { Models, SearchContext, SearchMember } from '../search/members.ts';
import type { SessionSettings, Surroundings } from '../settings/requests.ts';
import type { CallerView } from '../view/callerView.ts';
import type { SearchThreads } from './searchThreads.ts';
import { openSession, type Searcher, type Session, withClose } from './session.ts';

/** Tells where a session looks and what counts there. */
export interface SessionPlace {
  settings: SessionSettings;
  surroundings: Surroundings;
}

interface Opened {
  key: string;
  session: Session;
  users: Users;
}

/** The maximum number of sessions that are open: each holds a table in memory. */
const MOST_OPEN = 8;

export class OpenSessions {
  /** By directory and settings, least recently used first. */
  readonly #open = new Map<string, Opened>();
  readonly #threads: SearchThreads | null;

  /** @param threads that answer beside this one, where more than one question is asked at a time */
  constructor(threads: SearchThreads | null = null) {
    this.#threads = threads;
  }

  /** The number of threads that answer beside this one, now. */
  get threads(): number {
    return this.#threads?.ready ?? 0;
  }

  /** @throws CoraError NO_INDEX, NOT_A_REPOSITORY, ABORTED, … */
  async search<T>(place: SessionPlace, signal: AbortSignal, run: (searcher: Searcher) => Promise<T>): Promise<T> {
    return withOpened(this.now(place, signal), run);
  }

  /**
   * Returns what answers for the files as they are now. Its session stays open until it is closed.
   * @throws CoraError as of search
   */
  async now(place: SessionPlace, signal?: AbortSignal): Promise<Searcher> {
    const { key, session, users } = this.#take(place);
    const searcher = await withClose(session.now(signal), users.enter());
    return this.#threads?.helping(searcher, { ...place, key }) ?? searcher;
  }

  /** The session of a place, whichever is open when it is asked. */
  at(place: SessionPlace): Session {
    return { now: (signal) => this.now(place, signal), close: () => undefined };
  }

  close(): void {
    for (const { users } of this.#open.values()) users.retire();
    this.#open.clear();
    this.#threads?.close();
  }

  #take({ settings, surroundings }: SessionPlace): Opened {
    const key = `${surroundings.dir}\0${keyOf(settings)}`;
    const one = this.#open.get(key) ?? this.#opened(key, shareLooks(openSession(settings, surroundings)));
    this.#open.delete(key);
    this.#open.set(key, one);
    for (const [other, { users }] of [...this.#open]) {
      if (this.#open.size <= MOST_OPEN) break;
      if (other === key || !users.isNone) continue;
      this.#open.delete(other);
      users.retire();
    }
    return one;
  }

  #opened(key: string, session: Session): Opened {
    const close = (): void => {
      session.close();
      this.#threads?.forget(key);
    };
    return { key, session, users: new Users(close) };
  }
}

/** Settings that say more, such as of searches, share a session. */
function keyOf({ include, exclude, maxFileSize, store, embedder, ...settings }: SessionSettings): string {
  const { index, committed, reranker, historyLimit } = settings;
  return JSON.stringify([include, exclude, maxFileSize, store, embedder, index, committed, reranker, historyLimit]);
}

/**
 * Requests that come together look at the working tree together, as a look takes several processes
 * of Git: of a hundred the first one starts a look, the others share the next. Each is answered for
 * the files as they were at a moment after it came.
 */
export function shareLooks(session: Session): Session {
  let running: SharedLook | null = null;
  let next: SharedLook | null = null;

  const begin = async (look: SharedLook): Promise<Searcher> => {
    look.hasBegun = true;
    running = look;
    try {
      // A client that goes away does not end what others wait for.
      const searcher = await session.now();
      await searcher.view.catch((error: unknown) => {
        searcher.close();
        throw error;
      });
      if (look.users === 0) searcher.close();
      return searcher;
    } finally {
      running = null;
    }
  };

  const join = (): SharedLook => {
    if (next?.hasBegun === false) return next;
    const before = running;
    next = new SharedLook((look) =>
      before === null ? begin(look) : before.searcher.then(noMatter, noMatter).then(() => begin(look)),
    );
    return next;
  };

  const leave = (look: SharedLook): void => {
    look.users -= 1;
    if (look.users === 0 && look.hasBegun) look.searcher.then((searcher) => searcher.close()).catch(noMatter);
  };

  return {
    async now(signal) {
      const look = join();
      look.users += 1;
      try {
        const searcher = await unlessAborted(look.searcher, signal);
        let isOpen = true;
        return {
          ...searcher,
          close: () => {
            if (isOpen) leave(look);
            isOpen = false;
          },
        };
      } catch (error) {
        leave(look);
        throw error;
      }
    },
    close: () => session.close(),
  };
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

function noMatter(): void {
  // Whoever waits for it is told.
}

class SharedLook {
  users = 0;
  /** True once it has begun: it may not see what changes from then on, so nobody else may join. */
  hasBegun = false;
  readonly searcher: Promise<Searcher>;

  constructor(searcherOf: (look: SharedLook) => Promise<Searcher>) {
    this.searcher = searcherOf(this);
  }
}

/**
 * Its view and its rows come from one look at the working tree; the next view is the next look. It
 * may serve several searches at once. The session is the caller's.
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

  /** Searches that are under way still end. */
  close(): void {
    this.#isClosed = true;
    this.#look?.users.retire();
    this.#look = null;
  }

  /** @returns in use by whoever asks, until it is closed */
  async #lookAgain(signal: AbortSignal | undefined): Promise<Searcher> {
    const searcher = await this.#session.now(signal);
    // A member that is closed keeps none.
    if (this.#isClosed) return searcher;
    this.#look?.users.retire();
    const users = new Users(() => searcher.close());
    this.#look = { searcher, users };
    return { ...searcher, close: users.enter() };
  }
}
