/** Bytes that come in pieces, taken in the amounts that a format wants. */

import { CoraError } from '../../base/errors.ts';

export class ByteSource {
  readonly #pieces: AsyncIterator<Uint8Array>;
  #held: Buffer = Buffer.alloc(0);

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]();
  }

  /** @throws CoraError BAD_ARTIFACT where it ends before */
  async take(size: number): Promise<Buffer> {
    const parts = [this.#held];
    let there = this.#held.length;
    while (there < size) {
      const piece = await this.#next();
      if (piece === null) throw new CoraError('BAD_ARTIFACT', 'it ends too early');
      parts.push(piece);
      there += piece.length;
    }
    const all = parts.length === 1 ? parts[0]! : Buffer.concat(parts);
    this.#held = all.subarray(size);
    return all.subarray(0, size);
  }

  /** Reads to the end. @throws CoraError BAD_ARTIFACT unless nothing but `most` zeros are left */
  async finish(most: number): Promise<void> {
    let left = most;
    for (let piece: Buffer | null = this.#held; piece !== null; piece = await this.#next()) {
      left -= piece.length;
      if (left < 0 || piece.some((byte) => byte !== 0))
        throw new CoraError('BAD_ARTIFACT', 'something follows its end');
    }
  }

  async #next(): Promise<Buffer | null> {
    try {
      const { done, value } = await this.#pieces.next();
      return done === true ? null : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    } catch (error) {
      // zlib's words: unexpected end of file, incorrect data check, invalid distance too far back, …
      const { code, message } = error as NodeJS.ErrnoException;
      if (!/^(Z_|ZSTD_)/.test(code ?? '')) throw error;
      throw new CoraError('BAD_ARTIFACT', `it is torn or not what it says: ${message}`, { cause: error });
    }
  }
}
