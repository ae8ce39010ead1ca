import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { AnsweringTransport } from '../../../src/mcp/serveStdio.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const NEVER = new AbortController().signal;
const request = (id: number, method = 'tools/call'): JSONRPCMessage => ({ jsonrpc: '2.0', id, method });
const answer = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: {} });

function connection() {
  const sent: JSONRPCMessage[] = [];
  const inner: Transport = {
    start: async () => undefined,
    send: async (message) => {
      sent.push(message);
    },
    close: async () => inner.onclose?.(),
  };
  const transport = new AnsweringTransport(inner);
  const got: JSONRPCMessage[] = [];
  transport.onmessage = (message) => got.push(message);
  /** Says when nothing is waited for any more. */
  const waiting = (signal = NEVER) => {
    const state = { isOver: false };
    transport.answered(1000, signal).then(() => {
      state.isOver = true;
    });
    return state;
  };
  const settle = () => vi.advanceTimersByTimeAsync(0);
  return { transport, sent, got, waiting, settle, receive: (message: JSONRPCMessage) => inner.onmessage?.(message) };
}

it('hands everything on, both ways, and its end', async () => {
  const { transport, sent, got, receive } = connection();
  const ended = vi.fn();
  transport.onclose = ended;
  receive(request(1));
  await transport.send(answer(1));
  await transport.close();
  await transport.closed;
  expect([got, sent, ended.mock.calls.length]).toEqual([[request(1)], [answer(1)], 1]);
});

it('waits for every answer, and for nothing where all is answered', async () => {
  const { transport, waiting, settle, receive } = connection();
  const atFirst = waiting();
  receive(request(1));
  receive(request(2));
  const later = waiting();
  await transport.send(answer(2));
  // A request of the server's own has an id too.
  await transport.send(request(1, 'roots/list'));
  await settle();
  expect([atFirst.isOver, later.isOver]).toEqual([true, false]);
  await transport.send({ jsonrpc: '2.0', id: 1, error: { code: -1, message: 'no' } });
  await settle();
  expect(later.isOver).toBe(true);
});

it('does not wait for what was taken back, nor for what is never answered', async () => {
  const { waiting, settle, receive } = connection();
  receive(request(1));
  receive(request(2, 'subscriptions/listen'));
  const state = waiting();
  receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  await settle();
  expect(state.isOver).toBe(true);
});

it('waits no longer than it was told to, and not at all for a client that is gone', async () => {
  const { waiting, settle, receive } = connection();
  receive(request(1));
  const stop = new AbortController();
  const [patient, stopped] = [waiting(), waiting(stop.signal)];
  stop.abort();
  await settle();
  expect([patient.isOver, stopped.isOver]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(patient.isOver).toBe(true);
});
