/** Reads lines and counted bytes from a stream, pulling no more than was asked for. */

import type { Readable } from 'node:stream';

const NEWLINE = 10;
const NOTHING = new Uint8Array(0);

export class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Uint8Array = NOTHING;

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** The next line without its newline; null at the end of the stream, also where it ends within a line. */
  async line(): Promise<string | null> {
    let line = '';
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end !== -1) {
        line += Buffer.from(this.#rest.subarray(0, end)).toString('latin1');
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      line += Buffer.from(this.#rest).toString('latin1');
      if (!(await this.#more())) return null;
    }
  }

  /**
   * The next `count` bytes in a buffer of their own; null where the stream ends before.
   * @param keep only the first so many of them are returned
   */
  async bytes(count: number, keep: number): Promise<Uint8Array | null> {
    const out = new Uint8Array(Math.min(count, keep));
    for (let done = 0; done < count; ) {
      if (this.#rest.length === 0 && !(await this.#more())) return null;
      const part = this.#rest.subarray(0, count - done);
      if (done < out.length) out.set(part.subarray(0, out.length - done), done);
      this.#rest = this.#rest.subarray(part.length);
      done += part.length;
    }
    return out;
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    this.#rest = next.done === true ? NOTHING : next.value;
    return next.done !== true;
  }
}
