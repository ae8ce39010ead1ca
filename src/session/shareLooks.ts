/**
 * Requests that come together look at the working tree together. A look takes several processes of Git, an answer from what it saw
 * takes none: of a hundred requests the first one starts a look, the others share the next. Each is answered for the files as they
 * were at a moment after it came, as it would be alone.
 */

import type { LiveSession } from './liveSession.ts';
import type { Searcher } from './session.ts';

export function shareLooks(session: LiveSession): LiveSession {
  let running: Look | null = null;
  let next: Look | null = null;

  const begin = async (look: Look): Promise<Searcher> => {
    look.hasBegun = true;
    running = look;
    try {
      // A client that goes away does not end what others wait for.
      const searcher = await session.now();
      if (look.users === 0) searcher.close();
      return searcher;
    } finally {
      running = null;
    }
  };

  const join = (): Look => {
    if (next?.hasBegun === false) return next;
    const before = running;
    next = new Look((look) =>
      before === null ? begin(look) : before.searcher.then(noMatter, noMatter).then(() => begin(look)),
    );
    return next;
  };

  const leave = (look: Look): void => {
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

class Look {
  users = 0;
  /** What changes from then on it may not see, so nobody else may join. */
  hasBegun = false;
  readonly searcher: Promise<Searcher>;

  constructor(searcherOf: (look: Look) => Promise<Searcher>) {
    this.searcher = searcherOf(this);
  }
}
