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
  /**
   * The most values of all kinds, those of inner arrays and objects included. Each costs up to a
   * hundred bytes of memory.
   */
  values?: number;
}

const DEPTH = 64;
const VALUES = 1_000_000;

/** For one-line messages, for files that people write, and for small files of Cora's own. */
export const SMALL_JSON: JsonLimits = { bytes: 4 * 2 ** 20, depth: 64, values: 200_000 };

/** For Cora's own state files, which are large for a large repository. */
export const STATE_JSON: JsonLimits = { bytes: 2 ** 29 - 1024, depth: 16, values: 50_000_000 };

/**
 * Says that JSON is beyond the limits; none of it has been parsed. It is a SyntaxError, so code
 * that handles broken JSON handles this too.
 */
export class TooMuchJson extends SyntaxError {
  override readonly name = 'TooMuchJson';
}

/** @throws SyntaxError for broken JSON, and its subclass TooMuchJson for JSON beyond the limits */
export function parseBounded(json: Uint8Array | string, limits: JsonLimits): unknown {
  const tooMuch = tooMuchJson(json, limits);
  if (tooMuch !== null) throw new TooMuchJson(tooMuch);
  return JSON.parse(
    typeof json === 'string' ? json : Buffer.from(json.buffer, json.byteOffset, json.length).toString(),
  );
}

/** @returns null for broken JSON and for JSON beyond the limits */
export function parseOrNull(json: Uint8Array | string, limits: JsonLimits): unknown {
  try {
    return parseBounded(json, limits);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/**
 * Checks the limits only. The text may be broken JSON.
 * @returns a message such as `JSON of more than …`, or null if the text is within the limits
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
  /** The number of values: one for each comma, and one for each bracket that opens. */
  values: number;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/** `[` and `{` differ in one bit, and so do `]` and `}`. One comparison finds both. */
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
 * Measures a string. A function for both strings and bytes would take three times as long, because
 * V8 optimises it for neither.
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

/** Matches the piece of the text that JSON.parse quotes in some messages instead of a position. */
const SNIPPET = /, (?:\.\.\.)?"(?<snippet>.*)"(?:\.\.\.)? is not valid JSON$/s;

/**
 * Parses JSON that a person wrote. The text may begin with a byte-order mark.
 * @throws SyntaxError with the line number; it quotes nothing, because the text may hold secrets
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
    // There is no `cause`: it would quote the text.
    throw new SyntaxError(message.replace(SNIPPET, ` near line ${line}`));
  }
}

/** True for a whole number, zero and above. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
