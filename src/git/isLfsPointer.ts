/** Git LFS stores a pointer in place of a file. A pointer says nothing about the file, so it is not indexed. */

const FIRST_LINES = ['version https://git-lfs.github.com/spec/', 'version https://hawser.github.com/spec/'];
/** Pointers are smaller, says their specification. */
const LARGEST = 1024;

export function isLfsPointer(bytes: Uint8Array): boolean {
  if (bytes.length >= LARGEST) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return FIRST_LINES.some((line) => text.startsWith(line)) && /^oid \w+:[0-9a-f]+\r?$/m.test(text);
}
