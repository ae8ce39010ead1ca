/**
 * Parses JSON that somebody else wrote. Size, depth and number of values are counted over the text
 * first, in linear time and without allocating: two kilobytes of Brotli can hold thirty million
 * brackets, and JSON.parse makes gigabytes of them.
 */

export interface JsonLimits {
  /** Bytes, or UTF-16 code units of a string. */
  bytes: number;
  /** Arrays and objects within each other. */
  depth?: number;
  /** Values of all kinds, in all arrays and objects together; each costs up to a hundred bytes. */
  values?: number;
}

const DEPTH = 64;
const VALUES = 1_000_000;

/** For messages of one line and files that a person or Cora's own bookkeeping writes. */
export const SMALL_JSON: JsonLimits = { bytes: 4 * 2 ** 20, depth: 64, values: 200_000 };

/** For the state that Cora writes of a large repository, and reads again. */
export const STATE_JSON: JsonLimits = { bytes: 2 ** 29 - 1024, depth: 16, values: 50_000_000 };

/**
 * It is refused unread. A SyntaxError: whoever takes what is no JSON for nothing takes this for
 * nothing too.
 */
export class TooMuchJson extends SyntaxError {
  override readonly name = 'TooMuchJson';
}

/**
 * @throws SyntaxError for what is no JSON, and TooMuchJson, which is one, for more of it than the
 * limits
 */
export function parseBounded(json: Uint8Array | string, limits: JsonLimits): unknown {
  const tooMuch = tooMuchJson(json, limits);
  if (tooMuch !== null) throw new TooMuchJson(tooMuch);
  return JSON.parse(
    typeof json === 'string' ? json : Buffer.from(json.buffer, json.byteOffset, json.length).toString(),
  );
}

/** Parses as parseBounded does. @returns null for what is no JSON, and for more than the limits */
export function parseOrNull(json: Uint8Array | string, limits: JsonLimits): unknown {
  try {
    return parseBounded(json, limits);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * @returns `JSON of more than …`; null where it is within the limits. What is no JSON is, or not:
 * they hold for it all the same.
 */
export function tooMuchJson(json: Uint8Array | string, limits: JsonLimits): string | null {
  const { bytes, depth = DEPTH, values = VALUES } = limits;
  if (json.length > bytes) return `JSON of more than ${bytes} bytes`;
  const found = typeof json === 'string' ? measureText(json, depth) : measureBytes(json, depth);
  if (found.depth > depth) return `JSON of more than ${depth} levels`;
  return found.values > values ? `JSON of more than ${values} values` : null;
}

interface Measure {
  depth: number;
  /**
   * Each but the first of its array or object comes after a comma, and the first after a bracket.
   */
  values: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** `[`, `{` and `]`, `}` differ from each other in one bit. */
const OPENS = 0x5b;
const CLOSES = 0x5d;
const BRACE = 0x20;

function measureBytes(json: Uint8Array, most: number): Measure {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  const { length } = json;
  for (let at = 0; at < length && deepest <= most; at++) {
    const code = json[at]!;
    if (code === QUOTE) {
      for (at++; at < length; at++) {
        const inner = json[at];
        if (inner === QUOTE) break;
        if (inner === BACKSLASH) at++;
      }
    } else if (code === COMMA) values++;
    else if ((code & ~BRACE) === OPENS) {
      values++;
      if (++depth > deepest) deepest = depth;
    } else if ((code & ~BRACE) === CLOSES) depth--;
  }
  return { depth: deepest, values };
}

/**
 * Measures a string. One function for both would see two kinds of input, and be a third as fast.
 */
function measureText(json: string, most: number): Measure {
  let depth = 0;
  let deepest = 0;
  let values = 0;
  for (let at = 0; at < json.length && deepest <= most; at++) {
    const code = json.charCodeAt(at);
    if (code === QUOTE) {
      for (at++; at < json.length && json.charCodeAt(at) !== QUOTE; at++) if (json.charCodeAt(at) === BACKSLASH) at++;
    } else if (code === COMMA) values++;
    else if ((code & ~BRACE) === OPENS) {
      values++;
      if (++depth > deepest) deepest = depth;
    } else if ((code & ~BRACE) === CLOSES) depth--;
  }
  return { depth: deepest, values };
}

/** Matches what JSON.parse quotes around some faults, instead of saying where they are. */
const SNIPPET = /, (?:\.\.\.)?"(?<snippet>.*)"(?:\.\.\.)? is not valid JSON$/s;

/**
 * @param text may begin with a byte-order mark, which JSON itself does not know.
 * @throws SyntaxError that says the line and quotes nothing
 */
export function parseUserJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return parseBounded(json, SMALL_JSON);
  } catch (error) {
    const { message } = error as SyntaxError;
    const snippet = SNIPPET.exec(message)?.groups?.['snippet'];
    if (snippet === undefined) throw error;
    const at = json.indexOf(snippet) + snippet.length / 2;
    const line = json.slice(0, at).split('\n').length;
    // Without its cause, which quotes.
    throw new SyntaxError(message.replace(SNIPPET, ` near line ${line}`));
  }
}

/** True for a whole number, zero and above. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
