/** NUL-terminated output as it arrives. What is valid UTF-8 comes as a string; the rest as bytes, whose meaning the caller knows. */

import { pathFromBytes, splitAtNul } from './pathBytes.ts';

const REPLACEMENT = '\uFFFD';
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
/** What bytes without a declared encoding nearly always are. Every byte means something in it. */
const western = new TextDecoder('windows-1252');

export class NulTokens {
  #rest: Buffer = Buffer.alloc(0);

  /** The tokens that this chunk completes. */
  take(chunk: Buffer): (string | Buffer)[] {
    const end = chunk.lastIndexOf(0);
    if (end === -1) {
      this.#rest = Buffer.concat([this.#rest, chunk]);
      return [];
    }
    const whole = Buffer.concat([this.#rest, chunk.subarray(0, end)]);
    this.#rest = Buffer.from(chunk.subarray(end + 1));
    return split(whole);
  }

  /** What stands behind the last NUL, if anything. */
  end(): (string | Buffer)[] {
    return this.#rest.length === 0 ? [] : split(this.#rest);
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
