import { OpenSessions, type SessionPlace } from '../../../src/session/openSessions.ts';
import type { Searcher } from '../../../src/session/session.ts';

/** Of one directory the first look is kept until all are closed: many questions would take minutes. */
export class HeldSessions extends OpenSessions {
  readonly #dir: string;
  #held: Promise<Searcher> | null = null;

  constructor(dir: string) {
    super();
    this.#dir = dir;
  }

  override async now(place: SessionPlace, signal?: AbortSignal): Promise<Searcher> {
    if (place.surroundings.dir !== this.#dir) return super.now(place, signal);
    this.#held ??= super.now(place);
    return { ...(await this.#held), close: () => undefined };
  }

  override close(): void {
    super.close();
    this.#held?.then((searcher) => searcher.close()).catch(() => undefined);
  }
}
