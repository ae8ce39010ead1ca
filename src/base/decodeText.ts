/**
 * Decodes bytes from outside as text: whole files, and streams of lines that may never end. It does
 * not look for secrets, so it does not load their rules; secrets/text.ts does. Pure.
 */

/**
 * @returns null for binary content and for encodings other than UTF-8, which secrets/text.ts reads
 */
export function plainText(bytes: Uint8Array): string | null {
  return utf16Of(bytes) === null && !hasNul(bytes) ? decodeUtf(bytes, 'utf-8') : null;
}

/** True if there is a zero byte. Buffer.includes is fifty times as fast as Uint8Array.includes. */
export function hasNul({ buffer, byteOffset, length }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, length).includes(0);
}

/** Decodes bytes. Invalid ones become U+FFFD, and a byte-order mark is kept. */
export function decodeUtf(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** Returns the encoding that the byte-order mark names; null without one. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length < 2 || bytes.length % 2 !== 0) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

// Lines from a stream of bytes whose sender may never end a line.

export interface LineLimits {
  /** The most UTF-16 code units of one line. */
  line: number;
  /** The most bytes of all lines together. */
  whole: number;
}

/**
 * Yields the lines of a stream, which end with a line feed. Each is trimmed, and empty lines are
 * left out.
 * @param tooMuch makes the error for a limit that is passed, from words such as
 * `a line of more than …`
 */
export async function* linesWithin(
  pieces: AsyncIterable<Uint8Array>,
  { line: longest, whole }: LineLimits,
  tooMuch: (what: string) => Error,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  // The pieces of the current line, joined once at its end. Appending each byte to a string would
  // copy the line each time.
  let begun: string[] = [];
  let length = 0;
  let total = 0;
  for await (const bytes of pieces) {
    total += bytes.length;
    if (total > whole) throw tooMuch(`an answer of more than ${whole} bytes`);
    const parts = decoder.decode(bytes, { stream: true }).split('\n');
    const last = parts.pop()!;
    for (const part of parts) {
      const line = (begun.join('') + part).trim();
      begun = [];
      length = 0;
      if (line.length > longest) throw tooMuch(`a line of more than ${longest} characters`);
      if (line !== '') yield line;
    }
    begun.push(last);
    length += last.length;
    if (length > longest) throw tooMuch(`a line of more than ${longest} characters`);
  }
  const line = (begun.join('') + decoder.decode()).trim();
  if (line !== '') yield line;
}

/** Decodes percent-encoding. A % that encodes nothing is kept. */
export function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
