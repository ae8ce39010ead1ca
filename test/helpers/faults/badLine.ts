/** A line between a client and a server that is well: it drops, goes dead or is slow after so many bytes, until it is mended. TCP, loopback. */

import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';

export type LineTrouble = 'the line drops' | 'the line goes dead' | 'the line is slow';
export const LINE_TROUBLES: readonly LineTrouble[] = ['the line drops', 'the line goes dead', 'the line is slow'];

export interface BadLine {
  port: number;
  /** @returns bytes that have gone through, both ways, since the last call */
  count(): number;
  /** @param after so many more bytes */
  trouble(kind: LineTrouble, after: number): void;
  mend(): void;
}

const SLOW_PIECE = { bytes: 2048, ms: 4 };

const closing: (() => void)[] = [];
afterAll(() => {
  for (const close of closing.splice(0)) close();
});

/** @param portOf where the server listens; asked when somebody connects */
export async function badLine(portOf: () => number): Promise<BadLine> {
  const open = new Set<Socket>();
  let [kind, left, counted]: [LineTrouble | null, number, number] = [null, 0, 0];
  const isBad = (): boolean => kind !== null && left <= 0;
  const cut = (): void => {
    for (const socket of open) socket.destroy();
  };

  async function forward(from: Socket, to: Socket): Promise<void> {
    for await (const piece of from as AsyncIterable<Buffer>) {
      counted += piece.length;
      left -= piece.length;
      if (isBad() && kind === 'the line drops') cut();
      else if (isBad() && kind === 'the line goes dead') return;
      else {
        for (let at = 0; at < piece.length; at += SLOW_PIECE.bytes) {
          if (isBad()) await sleep(SLOW_PIECE.ms);
          to.write(piece.subarray(at, at + SLOW_PIECE.bytes));
        }
      }
    }
    to.end();
  }

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: portOf(), host: '127.0.0.1', allowHalfOpen: true });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('close', () => open.delete(from));
      // Who is cut off cuts off the other.
      from.on('error', () => to.destroy());
      forward(from, to).catch(() => to.destroy());
    }
    if (isBad() && kind === 'the line drops') cut();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    cut();
    server.close();
  });
  return {
    port: (server.address() as { port: number }).port,
    count() {
      const all = counted;
      counted = 0;
      return all;
    },
    trouble(next, after) {
      [kind, left] = [next, after];
    },
    mend() {
      kind = null;
      cut();
    },
  };
}
