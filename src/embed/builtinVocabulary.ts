/**
 * Word → token number, straight on the bytes of the vocabulary. A Map of 25,000 strings takes ten times as long to fill as
 * the whole model takes to load otherwise, and a command-line query asks for a handful of words.
 */

const NEWLINE = 10;
/** Slots per token at least: half of them stay empty, so that a search ends soon. */
const SPARSE = 2;

export class BuiltinVocabulary {
  /** Of tokens. */
  readonly size: number;
  /** ASCII words in order of their numbers, each followed by a newline. */
  readonly bytes: Uint8Array;
  /** By token: where its word starts; at the end where the last one ends. */
  readonly #starts: Uint32Array;
  /** Open addressing, linear probing; token + 1, 0 where empty. */
  readonly #slots: Uint32Array;
  readonly #mask: number;

  constructor(bytes: Uint8Array, size: number) {
    const starts = new Uint32Array(size + 1);
    const slots = new Uint32Array(2 ** Math.ceil(Math.log2(size * SPARSE + 1)));
    const mask = slots.length - 1;
    // The first code of a process that is hot: on locals it takes half the time, as it runs before anything is compiled.
    let at = 0;
    for (let token = 0; token < size; token++) {
      let hash = SEED;
      for (let byte = bytes[at++]; byte !== undefined && byte !== NEWLINE; byte = bytes[at++]) {
        hash = Math.imul(hash ^ byte, PRIME);
      }
      starts[token + 1] = at;
      let slot = finish(hash) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = token + 1;
    }
    this.size = size;
    this.bytes = bytes;
    this.#starts = starts;
    this.#slots = slots;
    this.#mask = mask;
  }

  /** @returns the number of text.slice(start, end), -1 where it is unknown; only a to z and digits are ever known */
  tokenOf(text: string, start = 0, end = text.length): number {
    let hash = SEED;
    for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), PRIME);
    for (let slot = finish(hash) & this.#mask; ; slot = (slot + 1) & this.#mask) {
      const token = this.#slots[slot]! - 1;
      if (token < 0 || this.#is(token, text, start, end)) return token;
    }
  }

  #is(token: number, text: string, start: number, end: number): boolean {
    const from = this.#starts[token]!;
    if (this.#starts[token + 1]! - from - 1 !== end - start) return false;
    for (let at = start; at < end; at++) if (this.bytes[from + at - start] !== text.charCodeAt(at)) return false;
    return true;
  }
}

/** FNV-1a, its high bits brought down. */
const SEED = 0x811c_9dc5;
const PRIME = 0x0100_0193;
const finish = (hash: number) => hash ^ (hash >>> 15);
