/** Blobs one answer at a time from one git process that stays open: starting git costs more than what it reads. */

import { readBlobs } from './readBlobs.ts';
import type { Repository } from './repository.ts';

export interface BlobReader {
  /** @returns the contents of those that are in the repository */
  read(blobs: readonly string[]): Promise<Map<string, Uint8Array>>;
  /** Ends git. A reader that never read anything has not started it. */
  close(): void;
}

export function openBlobReader(repo: Repository): BlobReader {
  // What is missing in a partial clone has to be found out before each read.
  if (repo.partial) return { read: (blobs) => readTogether(repo, blobs), close: () => undefined };
  let names = createQueue();
  let answers: ReturnType<typeof readBlobs> | null = null;
  let last: Promise<unknown> = Promise.resolve();

  async function readNow(blobs: readonly string[]): Promise<Map<string, Uint8Array>> {
    answers ??= readBlobs(repo, names.items);
    const found = new Map<string, Uint8Array>();
    try {
      // All questions first: git answers while the first answers are read.
      for (const blob of blobs) names.push(blob);
      for (const blob of blobs) {
        const { value } = await answers.next();
        if (value?.bytes) found.set(blob, value.bytes);
      }
    } catch (error) {
      // The next read starts a new process.
      answers = null;
      names = createQueue();
      throw error;
    }
    return found;
  }

  return {
    read: (blobs) => {
      // Answers come in the order of the questions: one read after the other.
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

/** An iterable that waits for what is pushed. */
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
