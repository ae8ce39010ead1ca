/**
 * A server on standard input and output, for the client that started it. It ends when that client
 * is gone and has its answers: whoever pipes questions in closes the pipe early, and the SDK drops
 * what is under way when its input ends.
 */

import { EventEmitter, once } from 'node:events';
import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio as serve } from '@modelcontextprotocol/server/stdio';
import { type JsonLimits, tooMuchJson } from '../base/boundedJson.ts';
import { aborted } from '../base/concurrency.ts';
import type { Log } from '../base/types.ts';
import { createServer, type Served } from './createServer.ts';

/** Milliseconds for what was asked before the input ended: a first question takes seconds. */
const LAST_ANSWERS = 30_000;
/** Milliseconds for answers to leave. A client that does not read them holds nothing up. */
const LAST_WORDS = 2000;
/** JSON-RPC's number for a message that cannot be parsed. */
const PARSE_ERROR = -32700;

/** Serves one client on standard input and output, until it is gone. */
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

/** Yields all input, and ends when nothing is to be waited for any more. */
async function* heldOpen(input: AsyncIterable<Buffer>, mayEnd: () => Promise<void>): AsyncGenerator<Buffer> {
  yield* input;
  await mayEnd();
}

// A transport that knows which requests of its client have no answer yet. Whoever pipes questions
// in closes the pipe before the answers are there, and the SDK drops what is under way when its
// input ends: so the end is held back until all is answered.

/** A request that is answered at the end of the connection, and not before. */
const ENDLESS = 'subscriptions/listen';

export class AnsweringTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  /** Settles at the end: of its input, by a close, or by a message that was too large. */
  readonly closed: Promise<void>;
  readonly #inner: Transport;
  readonly #open = new Set<RequestId>();
  /** Tells of `all` when there are none. */
  readonly #answers = new EventEmitter();

  constructor(inner: Transport) {
    this.#inner = inner;
    this.closed = new Promise((resolve) => {
      inner.onclose = () => {
        resolve();
        this.onclose?.();
      };
    });
    inner.onerror = (error) => this.onerror?.(error);
    inner.onmessage = (message, extra) => {
      this.#note(message);
      this.onmessage?.(message, extra);
    };
  }

  start(): Promise<void> {
    return this.#inner.start();
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    try {
      await this.#inner.send(message, options);
    } finally {
      if ('id' in message && !('method' in message) && message.id !== undefined) this.#settle(message.id);
    }
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  /** Settles when all that was asked is answered, after `most` milliseconds, or with the signal. */
  async answered(most: number, signal: AbortSignal): Promise<void> {
    if (this.#open.size === 0) return;
    const over = new AbortController();
    const late = setTimeout(() => over.abort(), most);
    const either = AbortSignal.any([signal, over.signal]);
    await once(this.#answers, 'all', { signal: either }).catch(() => undefined);
    clearTimeout(late);
  }

  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message && message.method !== ENDLESS) this.#open.add(message.id);
    if (message.method !== 'notifications/cancelled') return;
    // A request that its client cancelled is not answered.
    const { requestId } = (message.params ?? {}) as { requestId?: RequestId };
    if (requestId !== undefined) this.#settle(requestId);
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    if (this.#open.size === 0) this.#answers.emit('all');
  }
}

// When the client of a server on stdio is gone although its pipe says nothing: the process that
// started this one has ended.

/** Milliseconds between two looks at the parent. */
const PARENT_LOOK = 2000;

/** @returns fires when the parent has ended, or with `signal` */
function clientGone(signal: AbortSignal): AbortSignal {
  const parent = process.ppid;
  const gone = new AbortController();
  const look = setInterval(() => {
    if (process.ppid !== parent || !isAlive(parent)) end();
  }, PARENT_LOOK);
  // The look must not keep the process alive.
  look.unref();
  const end = (): void => {
    clearInterval(look);
    gone.abort();
  };
  signal.addEventListener('abort', end, { once: true });
  if (signal.aborted) end();
  return gone.signal;
}

/** On Windows a process keeps the number of a parent that has ended. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // The process is there and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

// Nothing but the protocol on stdout: whatever else in this process prints goes to stderr from here
// on.

/** @returns the way to the real stdout */
function protocolOutput(): Writable {
  const write = process.stdout.write.bind(process.stdout);
  // The console, too, looks for it when it prints.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  return new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, _encoding, done) => {
      write(chunk, (error) => done(error));
    },
  });
}

// Limits what a client may send. It is measured before the SDK takes it apart, which knows no limit
// but that of its buffer.

const LINE_FEED = 10;
/** The most bytes of a message without an end: more than the SDK's buffer takes. */
const MOST_HELD = 11_000_000;

/** The limits of a message, in which a long chat has room. */
export const MESSAGE: JsonLimits = { bytes: 4_000_000, depth: 64, values: 100_000 };

/**
 * Yields whole lines. A line that is too long or too deep is left out; one without an end is handed
 * on as it is.
 * @param refuse is told why
 */
export async function* messagesWithin(
  input: AsyncIterable<Buffer>,
  refuse: (why: string) => void,
): AsyncGenerator<Buffer, void, undefined> {
  let begun: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer): void => {
    length += part.length;
    begun.push(part);
  };
  const take = (): Buffer | null => {
    const message = length > MESSAGE.bytes ? null : Buffer.concat(begun);
    const why = message === null ? `it has more than ${MESSAGE.bytes} bytes` : tooMuchJson(message, MESSAGE);
    begun = [];
    length = 0;
    if (why !== null) refuse(why);
    return why === null ? message : null;
  };
  for await (const chunk of input) {
    let rest = chunk;
    for (let end = rest.indexOf(LINE_FEED); end !== -1; end = rest.indexOf(LINE_FEED)) {
      add(rest.subarray(0, end + 1));
      rest = rest.subarray(end + 1);
      const message = take();
      if (message !== null) yield message;
    }
    if (rest.length > 0) add(rest);
    if (length <= MOST_HELD) continue;
    // The SDK ends the connection.
    yield Buffer.concat(begun);
    begun = [];
    length = 0;
  }
  const last = length > 0 ? take() : null;
  if (last !== null) yield last;
}
