/** A live session as one of several repositories that are searched together. */

import type { LiveSession } from '../liveSession.ts';
import type { CallerView } from '../search/callerView.ts';
import type { SearchContext } from '../search/readTexts.ts';
import type { SearchMember } from '../searchMany.ts';
import type { Searcher } from '../session.ts';
import type { Embedder } from '../types.ts';

/** What its view and its rows come from is one look at the working tree; the next view is the next look. The session is the caller's. */
export class SessionMember implements SearchMember {
  readonly name: string;
  readonly #session: LiveSession;
  #searcher: Searcher | null = null;

  constructor(name: string, session: LiveSession) {
    this.name = name;
    this.#session = session;
  }

  async view(signal?: AbortSignal): Promise<CallerView> {
    const searcher = await this.#session.now(signal);
    this.close();
    this.#searcher = searcher;
    return (await searcher.parts()).view;
  }

  async embedder(): Promise<Embedder> {
    return this.use(false, async ({ embedder }) => embedder);
  }

  async use<T>(_texts: boolean, run: (context: SearchContext) => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.#searcher === null) await this.view(signal);
    return run((await this.#searcher!.parts()).context);
  }

  close(): void {
    this.#searcher?.close();
    this.#searcher = null;
  }
}
