/** Live sessions of a few repositories: their tables stay in memory, and the one that was asked least recently makes room. */

import type { Options } from '../settings/options.ts';
import type { Surroundings } from '../view/surroundings.ts';
import { type LiveSession, openLiveSession } from './liveSession.ts';
import type { Searcher } from './session.ts';
import { shareLooks } from './shareLooks.ts';

/** Where a session looks and what counts there. */
export interface SessionPlace {
  options: Options;
  surroundings: Surroundings;
}

interface Opened {
  session: LiveSession;
  users: number;
  isRetired: boolean;
}

/** Each holds a table in memory. */
const MOST_OPEN = 8;

export class OpenSessions {
  /** By directory and settings, least recently used first. */
  readonly #open = new Map<string, Opened>();

  /** @throws CoraError NO_INDEX, NOT_A_REPOSITORY, ABORTED, … */
  async search<T>(place: SessionPlace, signal: AbortSignal, run: (searcher: Searcher) => Promise<T>): Promise<T> {
    const searcher = await this.now(place, signal);
    try {
      return await run(searcher);
    } finally {
      searcher.close();
    }
  }

  /** @returns what answers for the files as they are now. Its session stays open until it is closed. @throws CoraError as of search */
  async now(place: SessionPlace, signal?: AbortSignal): Promise<Searcher> {
    const one = this.#take(place);
    one.users += 1;
    try {
      const searcher = await one.session.now(signal);
      let isOpen = true;
      const close = (): void => {
        if (!isOpen) return;
        isOpen = false;
        searcher.close();
        this.#leave(one);
      };
      return { ...searcher, close };
    } catch (error) {
      this.#leave(one);
      throw error;
    }
  }

  /** The session of a place, whichever is open when it is asked. */
  at(place: SessionPlace): LiveSession {
    return { now: (signal) => this.now(place, signal), close: () => undefined };
  }

  close(): void {
    for (const key of [...this.#open.keys()]) this.#retire(key);
  }

  #leave(one: Opened): void {
    one.users -= 1;
    if (one.isRetired && one.users === 0) one.session.close();
  }

  #take({ options, surroundings }: SessionPlace): Opened {
    const key = `${surroundings.dir}\0${JSON.stringify(options)}`;
    const one = this.#open.get(key) ?? {
      session: shareLooks(openLiveSession(options, surroundings)),
      users: 0,
      isRetired: false,
    };
    this.#open.delete(key);
    this.#open.set(key, one);
    for (const [other, { users }] of [...this.#open]) {
      if (this.#open.size <= MOST_OPEN) break;
      if (other !== key && users === 0) this.#retire(other);
    }
    return one;
  }

  #retire(key: string): void {
    const one = this.#open.get(key);
    if (one === undefined) return;
    this.#open.delete(key);
    one.isRetired = true;
    if (one.users === 0) one.session.close();
  }
}
