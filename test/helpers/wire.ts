/** Bytes to an HTTP server of this process and back: through Node's parser, without a port and without a socket. */

import type { Server } from 'node:http';
import { duplexPair } from 'node:stream';

export interface WireReply {
  status: number;
  /** By name in lower case. */
  headers: ReadonlyMap<string, string>;
  body: Buffer;
}

/** Milliseconds; nothing that a test asks takes long, but on a machine with much to do. */
const PATIENCE = 30_000;

/**
 * @param bytes a whole request; says `Connection: close`
 * @param isEnough where the client wants no more of what came
 * @returns null where the server closed the connection without a word
 */
export async function exchange(
  server: Server,
  bytes: Uint8Array,
  isEnough: (seen: Buffer) => boolean = () => false,
): Promise<WireReply | null> {
  const [near, far] = duplexPair();
  const pieces: Buffer[] = [];
  let late: NodeJS.Timeout | undefined;
  try {
    await new Promise<void>((resolve, reject) => {
      const seen = (): string => Buffer.concat(pieces).toString('latin1').slice(0, 1000);
      late = setTimeout(() => reject(new Error(`there is no end of the answer: ${seen()}`)), PATIENCE);
      near.on('data', (piece: Buffer) => {
        pieces.push(piece);
        const all = Buffer.concat(pieces);
        if (isEnough(all) || isWhole(all)) resolve();
      });
      // What the server has written before it went is still on its way.
      for (const event of ['end', 'close']) near.once(event, () => setImmediate(resolve));
      far.once('close', () => setImmediate(resolve));
      // What Node's parser does not like ends the connection; what was said before is the answer.
      for (const side of [near, far]) side.on('error', () => setImmediate(resolve));
      server.emit('connection', far);
      near.write(bytes);
    });
  } finally {
    clearTimeout(late);
    near.destroy();
    far.destroy();
  }
  return pieces.length === 0 ? null : replyOf(Buffer.concat(pieces));
}

/** Of chunks: streams keep their connection open, whatever the client wants. */
function isWhole(bytes: Buffer): boolean {
  return (
    bytes.subarray(-7).toString('latin1') === '\r\n0\r\n\r\n' &&
    /^transfer-encoding: chunked\r$/im.test(bytes.toString('latin1'))
  );
}

function replyOf(bytes: Buffer): WireReply {
  const end = bytes.indexOf('\r\n\r\n');
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n');
  const status = /^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1];
  if (end === -1 || status === undefined) throw new Error(`no answer of HTTP: ${bytes.toString('latin1')}`);
  const headers = new Map(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()] as const;
    }),
  );
  const rest = bytes.subarray(end + 4);
  return {
    status: Number(status),
    headers,
    body: headers.get('transfer-encoding') === 'chunked' ? joined(rest) : rest,
  };
}

/** `5\r\nhello\r\n0\r\n\r\n`, perhaps cut off */
function joined(bytes: Buffer): Buffer {
  const pieces: Buffer[] = [];
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at);
    const length = end === -1 ? 0 : Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16);
    if (!(length > 0)) return Buffer.concat(pieces);
    pieces.push(bytes.subarray(end + 2, end + 2 + length));
    at = end + 4 + length;
  }
}
