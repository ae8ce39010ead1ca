/** NUL-terminated output as it arrives. What is valid UTF-8 comes as a string; the rest as bytes, whose meaning the caller knows. */

import { pathFromBytes, splitAtNul } from './pathBytes.ts';

const REPLACEMENT = '\uFFFD';
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** What bytes without a declared encoding nearly always are. Every byte means something in it. */
const western = new TextDecoder('windows-1252');

/** Bytes of a token: a commit's message may have a gigabyte, and only its beginning is of use. */
const MOST_TOKEN = 2 ** 20;

export class NulTokens {
  /** The pieces of the token that has no end yet. They are joined once: there may be many. */
  #begun: Buffer[] = [];
  #size = 0;

  /** The tokens that this chunk completes. A longer one than MOST_TOKEN is cut. */
  take(chunk: Buffer): (string | Buffer)[] {
    const first = chunk.indexOf(0);
    if (first === -1) {
      this.#hold(chunk);
      return [];
    }
    this.#hold(chunk.subarray(0, first));
    const tokens = split(Buffer.concat(this.#begun));
    const last = chunk.lastIndexOf(0);
    if (last > first) for (const token of split(chunk.subarray(first + 1, last))) tokens.push(token);
    this.#begun = [];
    this.#size = 0;
    this.#hold(chunk.subarray(last + 1));
    return tokens;
  }

  /** What stands behind the last NUL, if anything. */
  end(): (string | Buffer)[] {
    return this.#size === 0 ? [] : split(Buffer.concat(this.#begun));
  }

  #hold(bytes: Buffer): void {
    const part = bytes.subarray(0, MOST_TOKEN - this.#size);
    this.#size += part.length;
    if (part.length > 0) this.#begun.push(Buffer.from(part));
  }
}

function split(bytes: Buffer): (string | Buffer)[] {
  const text = bytes.toString('utf8');
  return text.includes(REPLACEMENT) ? splitAtNul(bytes).map(stringOrBytes) : text.split('\0');
}

function stringOrBytes(bytes: Buffer): string | Buffer {
  try {
    return utf8.decode(bytes);
  } catch {
    return bytes;
  }
}

export function textOf(token: string | Buffer): string {
  return typeof token === 'string' ? token : western.decode(token);
}

/** A path as the rest of Cora writes it: see pathBytes.ts. */
export function pathOf(token: string | Buffer): string {
  if (typeof token !== 'string') return pathFromBytes(token);
  return token.includes(REPLACEMENT) ? pathFromBytes(Buffer.from(token)) : token;
}
