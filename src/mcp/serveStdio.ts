/** A server on standard input and output, for the client that started it. Ends when that client is gone and has its answers. */

import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { aborted } from '../base/aborted.ts';
import type { Log } from '../base/types.ts';
import { AnsweringTransport } from './answeringTransport.ts';
import { clientGone } from './clientGone.ts';
import { createServer, type Served } from './createServer.ts';
import { messagesWithin } from './messagesWithin.ts';
import { protocolOutput } from './protocolOutput.ts';

/** Milliseconds for what was asked before the input ended: a first question to a large index takes some seconds. */
const LAST_ANSWERS = 30_000;
/** Milliseconds for answers to leave. A client that does not read them holds nothing up. */
const LAST_WORDS = 2000;
/** JSON-RPC's own number for it. */
const PARSE_ERROR = -32700;

export async function serveStdio(served: Served, log: Log, signal: AbortSignal): Promise<void> {
  const gone = clientGone(signal);
  const output = protocolOutput();
  const refuse = (why: string): void => {
    log.warn(`A message was not read: ${why}`);
    const error = { code: PARSE_ERROR, message: `The message is not read: ${why}.` };
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id: null, error })}\n`);
  };
  const messages = messagesWithin(process.stdin, refuse);
  const input = Readable.from(heldOpen(messages, () => transport.answered(LAST_ANSWERS, gone)));
  const transport = new AnsweringTransport(new StdioServerTransport(input, output));
  const handle = serve(() => createServer(served), { transport, onerror: (error) => log.warn(error.message) });
  await Promise.race([transport.closed, aborted(gone)]);
  await handle.close();
  const written = new Promise<void>((resolve) => output.end(resolve));
  await Promise.race([written, sleep(LAST_WORDS, undefined, { ref: false })]);
}

/** All that comes in; its end comes when nothing is to be waited for any more. */
async function* heldOpen(input: AsyncIterable<Buffer>, mayEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* input;
  await mayEnd();
}
