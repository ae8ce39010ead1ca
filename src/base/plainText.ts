/** Bytes as a string. Apart from text.ts, so that a query that shows what is known to hold no secret loads no rules for secrets. */

/** @returns null for what may be binary, or is in another encoding than UTF-8: text.ts knows */
export function plainText(bytes: Uint8Array): string | null {
  return utf16Of(bytes) === null && !bytes.includes(0) ? decodeUtf(bytes, 'utf-8') : null;
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
