/**
 * Reads blobs on demand from one git process that stays open: starting git takes longer than the
 * reads.
 */

import { RecentValues } from '../base/lists.ts';
import { type ReadBlob, readBlobs } from './readBlobs.ts';
import type { Repository } from './repository.ts';

export interface BlobReader {
  /** Starts git, so that it is ready for the first read. */
  start(): void;
  readonly isRunning: boolean;
  /** @returns the content of those blobs that the repository has */
  read(blobs: readonly string[]): Promise<Map<string, Uint8Array>>;
  /** Ends git, if it was started. */
  close(): void;
}

/** In bytes. The texts and lines of kept blobs take up to three times as much. */
const MOST_KEPT = 16 * 1024 * 1024;

/**
 * Opens a reader. In a partial clone, git ends at the first blob that it would have to fetch, which
 * it must not. An index rarely names such a blob, so blobs are asked for as if all were there;
 * after the first missing one, each read first finds out which exist.
 * @param mostKept the most bytes of blobs to keep: questions of one caller read the same files
 */
export function openBlobReader(repo: Repository, mostKept = MOST_KEPT): BlobReader {
  const git = { ...repo, partial: false };
  const known = new RecentValues<string, Uint8Array>(mostKept);
  let lacksBlobs = false;
  let names = createQueue();
  let answers: AsyncGenerator<ReadBlob> | null = null;
  let first: Promise<IteratorResult<ReadBlob>> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  function start(): AsyncGenerator<ReadBlob> {
    if (answers === null) {
      answers = readBlobs(git, names.items);
      first = answers.next();
      // Awaited by the first read; until then a failure must not count as unhandled.
      first.catch(() => undefined);
    }
    return answers;
  }

  async function readUnknown(blobs: readonly string[]): Promise<Map<string, Uint8Array>> {
    if (lacksBlobs) return readTogether(repo, blobs);
    const found = new Map<string, Uint8Array>();
    try {
      const running = start();
      // All names are sent first: git answers while the first answers are read.
      for (const blob of blobs) names.push(blob);
      for (const blob of blobs) {
        const { value } = await (first ?? running.next());
        first = null;
        if (value?.bytes) found.set(blob, value.bytes);
      }
    } catch (error) {
      // The next read starts a new process.
      answers = null;
      first = null;
      names = createQueue();
      if (!repo.partial) throw error;
      lacksBlobs = true;
      return readTogether(repo, blobs);
    }
    return found;
  }

  async function readNow(blobs: readonly string[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>();
    for (const blob of blobs) {
      const bytes = known.get(blob);
      if (bytes !== undefined) found.set(blob, bytes);
    }
    const unknown = blobs.filter((blob) => !found.has(blob));
    if (unknown.length === 0) return found;
    for (const [blob, bytes] of await readUnknown(unknown)) {
      known.add(blob, bytes, bytes.length);
      found.set(blob, bytes);
    }
    return found;
  }

  return {
    start: () => {
      if (!lacksBlobs) start();
    },
    get isRunning() {
      return answers !== null;
    },
    read: (blobs) => {
      // Answers come in the order of the names, so there is one read at a time.
      const result = last.then(() => readNow(blobs));
      last = result.catch(() => undefined);
      return result;
    },
    close: () => names.end(),
  };
}

async function readTogether(repo: Repository, blobs: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for await (const { blob, bytes } of readBlobs(repo, [...blobs])) if (bytes !== null) found.set(blob, bytes);
  return found;
}

/** Returns an iterable that waits for pushed items. */
function createQueue(): { items: AsyncIterable<string>; push(item: string): void; end(): void } {
  const waiting: string[] = [];
  let wake: () => void = () => undefined;
  let ended = false;
  async function* items(): AsyncGenerator<string, void, undefined> {
    while (true) {
      const item = waiting.shift();
      if (item !== undefined) yield item;
      else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return {
    items: items(),
    push: (item) => {
      waiting.push(item);
      wake();
    },
    end: () => {
      ended = true;
      wake();
    },
  };
}
