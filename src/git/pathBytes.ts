/**
 * Paths as strings. Git's paths are bytes; nearly all are UTF-8 and stand as they are. A byte that
 * is not part of valid UTF-8 becomes U+FFFD and its two upper-case hex digits, and a U+FFFD that is
 * really in the path is doubled, so that every path survives JSON, no two paths share a string, and
 * the bytes come back.
 *
 *   63 61 66 E9 2E 63      → 'caf\uFFFDE9.c'
 *   EF BF BD 2E 63         → '\uFFFD\uFFFD.c'
 */

const ESCAPE = '\uFFFD';
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function pathFromBytes(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.includes(ESCAPE) ? escapeBytes(bytes) : text;
}

/** The bytes of the path as git and the file system know it. */
export function bytesFromPath(path: string): Buffer {
  if (!path.includes(ESCAPE)) return Buffer.from(path, 'utf8');
  const parts: Buffer[] = [];
  let rest = 0;
  for (let at = path.indexOf(ESCAPE); at !== -1; at = path.indexOf(ESCAPE, rest)) {
    parts.push(Buffer.from(path.slice(rest, at), 'utf8'));
    const hex = /^[89A-F][0-9A-F]/.exec(path.slice(at + 1, at + 3));
    parts.push(hex === null ? Buffer.from(ESCAPE, 'utf8') : Buffer.from(hex[0], 'hex'));
    rest = at + (hex !== null ? 3 : path[at + 1] === ESCAPE ? 2 : 1);
  }
  parts.push(Buffer.from(path.slice(rest), 'utf8'));
  return Buffer.concat(parts);
}

/**
 * Returns what the file system functions of Node take: a string wherever one names the same file.
 */
export function fsPath(root: string, path: string): string | Buffer {
  if (!path.includes(ESCAPE)) return `${root}/${path}`;
  return Buffer.concat([Buffer.from(`${root}/`, 'utf8'), bytesFromPath(path)]);
}

/** Records that end with NUL, as `-z` prints them, with paths in them. */
export function nulRecords(output: Uint8Array): string[] {
  const bytes = Buffer.from(output.buffer, output.byteOffset, output.byteLength);
  const text = bytes.toString('utf8');
  const records = text.includes(ESCAPE) ? splitAtNul(bytes).map(pathFromBytes) : text.split('\0');
  if (records.at(-1) === '') records.pop();
  return records;
}

/** Standard input for commands that read NUL-terminated paths. */
export function nulPaths(paths: Iterable<string>): Buffer {
  const parts: Buffer[] = [];
  for (const path of paths) parts.push(bytesFromPath(path), Buffer.from([0]));
  return Buffer.concat(parts);
}

/** Order of code units, the same everywhere: git's own order is that of bytes. */
export function compareByPath(a: { path: string }, b: { path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/** Splits as `split` does: what stands behind the last NUL is a part too. */
export function splitAtNul(bytes: Buffer): Buffer[] {
  const parts: Buffer[] = [];
  let start = 0;
  for (let end = bytes.indexOf(0); end !== -1; end = bytes.indexOf(0, start)) {
    parts.push(bytes.subarray(start, end));
    start = end + 1;
  }
  parts.push(bytes.subarray(start));
  return parts;
}

function escapeBytes(bytes: Uint8Array): string {
  let out = '';
  for (let at = 0; at < bytes.length; ) {
    const length = sequenceLength(bytes[at]!);
    const text = length === 0 ? null : decode(bytes.subarray(at, at + length));
    if (text === null) {
      out += ESCAPE + bytes[at]!.toString(16).toUpperCase();
      at += 1;
    } else {
      out += text === ESCAPE ? ESCAPE + ESCAPE : text;
      at += length;
    }
  }
  return out;
}

/**
 * Returns the number of bytes of the sequence that starts with this byte; 0 for one that starts
 * none.
 */
function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

function decode(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
