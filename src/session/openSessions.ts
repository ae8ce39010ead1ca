/**
 * Sessions of servers. A few repositories stay open, simultaneous requests share a look at the
 * working tree, and several repositories can be searched as one.
 */

import { Users, withOpened } from '../base/concurrency.ts';
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

interface Opened {
  key: string;
  session: Session;
  users: Users;
}

/** The most open sessions: each holds a table in memory. */
const MOST_OPEN = 8;

export class OpenSessions {
  /** By directory and settings, the least recently used first. */
  readonly #open = new Map<string, Opened>();
  readonly #threads: SearchThreads | null;

  /** @param threads also answer questions, if several are asked at once */
  constructor(threads: SearchThreads | null = null) {
    this.#threads = threads;
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
    const { key, session, users } = this.#take(place);
    const searcher = await withClose(session.now(signal), users.enter());
    return this.#threads?.helping(searcher, { ...place, key }) ?? searcher;
  }

  /** Returns a session that asks whichever session of this place is open. */
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

/** Other settings, such as those of searches, do not need a session of their own. */
function keyOf({ include, exclude, maxFileSize, store, embedder, ...settings }: SessionSettings): string {
  const { index, committed, reranker, historyLimit } = settings;
  return JSON.stringify([include, exclude, maxFileSize, store, embedder, index, committed, reranker, historyLimit]);
}

/**
 * Shares looks at the working tree among simultaneous requests, because each starts several
 * processes of Git. With a hundred requests, the first one starts a look and the others share the
 * next. Each sees the files at a time after its request came.
 */
export function shareLooks(session: Session): Session {
  let running: SharedLook | null = null;
  let next: SharedLook | null = null;

  const begin = async (look: SharedLook): Promise<Searcher> => {
    look.hasBegun = true;
    running = look;
    try {
      // If a client goes away, the others still get their answer.
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
  // The error is reported to everybody who waits for it.
}

class SharedLook {
  users = 0;
  /** True once the look has begun. It may miss later changes, so no further request may join. */
  hasBegun = false;
  readonly searcher: Promise<Searcher>;

  constructor(searcherOf: (look: SharedLook) => Promise<Searcher>) {
    this.searcher = searcherOf(this);
  }
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
