/**
 * The program of a parsing thread, chunk-worker.js, a bundle of its own. It parses files in the
 * given order, so that the pool knows which file a crash belongs to.
 */

import { parentPort } from 'node:worker_threads';
import { isCoraError, systemFailure } from '../base/errors.ts';
import { chunkBlob } from './chunkBlob.ts';
import { ParserUnavailable } from './parser.ts';
import type { ChunkAnswer, ChunkTask } from './pool.ts';

const port = parentPort;
if (port === null) throw new Error('chunk-worker is started by Cora, not by hand');

let last: Promise<void> = Promise.resolve();
port.on('message', (task: ChunkTask) => {
  last = last.then(() => answer(task)).then((message) => port.postMessage(message));
});

async function answer({ id, bytes, language }: ChunkTask): Promise<ChunkAnswer> {
  try {
    return { id, result: await chunkBlob(bytes, language) };
  } catch (error) {
    const lacking = isCoraError(error) ? error : systemFailure(error);
    if (lacking?.hint !== undefined) return { id, error: lacking.message, hint: lacking.hint };
    if (error instanceof ParserUnavailable) return { id, error: error.message };
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

port.postMessage('ready' satisfies ChunkAnswer);
