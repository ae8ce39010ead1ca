/**
 * A transport that knows which requests of its client have no answer yet. Whoever pipes questions in closes the pipe before the
 * answers are there, and the SDK drops what is under way when its input ends: so the end is held back until all is answered.
 */

import type { JSONRPCMessage, RequestId, Transport, TransportSendOptions } from '@modelcontextprotocol/server';

/** Answered at the end of the connection, and not before. */
const ENDLESS = 'subscriptions/listen';

export class AnsweringTransport implements Transport {
  onclose?: Transport['onclose'];
  onerror?: Transport['onerror'];
  onmessage?: Transport['onmessage'];
  /** Settles when nothing more goes over it: its input has ended, somebody closed it, or a message was too large. */
  readonly closed: Promise<void>;
  readonly #inner: Transport;
  readonly #open = new Set<RequestId>();
  /** Of those who wait until there are none. */
  readonly #wakers = new Set<() => void>();

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
    if (this.#open.size === 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(late);
        signal.removeEventListener('abort', wake);
        this.#wakers.delete(wake);
        resolve();
      };
      const late = setTimeout(wake, most);
      signal.addEventListener('abort', wake);
      this.#wakers.add(wake);
    });
  }

  #note(message: JSONRPCMessage): void {
    if (!('method' in message)) return;
    if ('id' in message && message.method !== ENDLESS) this.#open.add(message.id);
    if (message.method !== 'notifications/cancelled') return;
    // What a client takes back is not answered.
    const { requestId } = (message.params ?? {}) as { requestId?: RequestId };
    if (requestId !== undefined) this.#settle(requestId);
  }

  #settle(id: RequestId): void {
    this.#open.delete(id);
    if (this.#open.size === 0) for (const wake of [...this.#wakers]) wake();
  }
}
