/**
 * Bytes of somebody else as text: a whole file, or lines that come in pieces and may never end. It
 * knows nothing of secrets, so that a query that shows what is known to hold none loads no rules
 * for them: secrets/text.ts does. Pure.
 */

/** @returns null for what may be binary, or is in another encoding than UTF-8: text.ts knows */
export function plainText(bytes: Uint8Array): string | null {
  return utf16Of(bytes) === null && !hasNul(bytes) ? decodeUtf(bytes, 'utf-8') : null;
}

/** Buffer's own search is fifty times as fast as that of plain arrays of bytes. */
export function hasNul({ buffer, byteOffset, length }: Uint8Array): boolean {
  return Buffer.from(buffer, byteOffset, length).includes(0);
}

/** Bytes that are not valid become U+FFFD; a byte-order mark stays. */
export function decodeUtf(bytes: Uint8Array, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): string {
  return new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
}

/** By its byte-order mark. */
export function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes.length < 2 || bytes.length % 2 !== 0) return null;
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

// Lines out of bytes that come in pieces from somebody who may never end a line.

export interface LineLimits {
  /** UTF-16 code units of a line. */
  line: number;
  /** Bytes of all lines together. */
  whole: number;
}

/**
 * Lines end with a line feed; blank ones are left out, and blanks around the others.
 * @param tooMuch makes the error to throw: `a line of more than …`
 */
export async function* linesWithin(
  pieces: AsyncIterable<Uint8Array>,
  { line: longest, whole }: LineLimits,
  tooMuch: (what: string) => Error,
): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  // Joined once: a line that comes byte by byte would else be copied for each of them.
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

/** Returns a percent-encoded text as it was meant; a % that encodes nothing stands for itself. */
export function decodeLoosely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
