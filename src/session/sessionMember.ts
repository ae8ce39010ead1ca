/** A live session as one of several repositories that are searched together. */

import type { Embedder } from '../base/types.ts';
import type { SearchContext } from '../search/readTexts.ts';
import type { SearchMember } from '../search/searchMany.ts';
import type { CallerView } from '../view/callerView.ts';
import type { LiveSession } from './liveSession.ts';
import type { Searcher } from './session.ts';

/**
 * What its view and its rows come from is one look at the working tree; the next view is the next look. It may serve several
 * searches at once. The session is the caller's.
 */
export class SessionMember implements SearchMember {
  readonly name: string;
  readonly #session: LiveSession;
  #look: Look | null = null;
  #isClosed = false;

  constructor(name: string, session: LiveSession) {
    this.name = name;
    this.#session = session;
  }

  async view(signal?: AbortSignal): Promise<CallerView> {
    const look = await this.#lookAgain(signal);
    return look.endWith(async ({ view }) => view);
  }

  async embedder(): Promise<Embedder> {
    return this.use(false, async ({ embedder }) => embedder);
  }

  async use<T>(_texts: boolean, run: (context: SearchContext) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const look = this.#look?.enter() ?? (await this.#lookAgain(signal));
    return look.endWith(({ context }) => run(context));
  }

  /** Searches that are under way still end. */
  close(): void {
    this.#isClosed = true;
    this.#look?.leave();
    this.#look = null;
  }

  /** @returns entered by whoever asks */
  async #lookAgain(signal: AbortSignal | undefined): Promise<Look> {
    const look = new Look(await this.#session.now(signal));
    if (this.#isClosed) return look;
    this.#look?.leave();
    this.#look = look.enter();
    return look;
  }
}

/** Closed when the last user has left it. */
class Look {
  readonly #searcher: Searcher;
  /** The member, and who reads from it. */
  #users = 1;

  constructor(searcher: Searcher) {
    this.#searcher = searcher;
  }

  enter(): Look {
    this.#users += 1;
    return this;
  }

  leave(): void {
    this.#users -= 1;
    if (this.#users === 0) this.#searcher.close();
  }

  async endWith<T>(read: (parts: Awaited<ReturnType<Searcher['parts']>>) => Promise<T>): Promise<T> {
    try {
      return await read(await this.#searcher.parts());
    } finally {
      this.leave();
    }
  }
}
