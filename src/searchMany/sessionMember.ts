/** A live session as one of several repositories that are searched together. */

import type { LiveSession } from '../liveSession.ts';
import type { CallerView } from '../search/callerView.ts';
import type { SearchContext } from '../search/readTexts.ts';
import type { SearchMember } from '../searchMany.ts';
import type { Searcher } from '../session.ts';
import type { Embedder } from '../types.ts';

/**
 * What its view and its rows come from is one look at the working tree; the next view is the next look. It may serve several
 * searches at once. The session is the caller's.
 */
export class SessionMember implements SearchMember {
  readonly name: string;
  readonly #session: LiveSession;
  #look: Look | null = null;

  constructor(name: string, session: LiveSession) {
    this.name = name;
    this.#session = session;
  }

  async view(signal?: AbortSignal): Promise<CallerView> {
    const searcher = await this.#session.now(signal);
    this.close();
    this.#look = new Look(searcher);
    return (await searcher.parts()).view;
  }

  async embedder(): Promise<Embedder> {
    return this.use(false, async ({ embedder }) => embedder);
  }

  async use<T>(_texts: boolean, run: (context: SearchContext) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#look === null) await this.view(signal);
    return this.#look!.use(run);
  }

  close(): void {
    this.#look?.leave();
    this.#look = null;
  }
}

/** Closed when it was left and nobody uses it any more. */
class Look {
  readonly #searcher: Searcher;
  /** The member, and who reads from it. */
  #users = 1;

  constructor(searcher: Searcher) {
    this.#searcher = searcher;
  }

  async use<T>(run: (context: SearchContext) => Promise<T>): Promise<T> {
    this.#users += 1;
    try {
      return await run((await this.#searcher.parts()).context);
    } finally {
      this.leave();
    }
  }

  leave(): void {
    this.#users -= 1;
    if (this.#users === 0) this.#searcher.close();
  }
}
