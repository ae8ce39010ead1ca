/** Reads what a server sends, up to a size. It is counted as it comes, after a Content-Encoding was undone. */

import { TooLarge } from '../disk/boundedRead.ts';

/** @throws TooLarge; the connection is closed then */
export async function readBody({ body }: Response, most: number, onBytes?: (bytes: number) => void): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += piece.length;
    if (size > most) throw new TooLarge('an answer', most);
    onBytes?.(piece.length);
    pieces.push(piece);
  }
  return Buffer.concat(pieces);
}

/** The beginning, for messages. */
const MOST_ERROR = 64_000;

export async function readStart({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const piece of (body ?? []) as AsyncIterable<Uint8Array>) {
    text += decoder.decode(piece, { stream: true });
    if (text.length > MOST_ERROR) break;
  }
  return text.slice(0, MOST_ERROR);
}
