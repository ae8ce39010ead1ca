/**
 * Values as messages show them, in English, whatever the machine's locale: numbers, sizes, times, a
 * value of a setting that may be a secret, and a word of a shell. Texts of repositories are made
 * harmless in renderText.ts. Pure.
 */

/** 12345 → '12,345' */
export function count(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** count(1) of 'file' → '1 file', of 2 → '2 files' */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** Decimal units: 999 → '999 B', 12345 → '12.3 kB' */
export function size(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.95 ? Math.round(value) : value.toFixed(1)} ${units[unit]}`;
}

/** 12.4 → '12 ms', 3210 → '3.2 s', 75000 → '1 min 15 s' */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Most frequent first, ties by name: { media: 3, empty: 1 } → '3 media, 1 empty' */
export function tally(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .filter(([, value]) => value > 0)
    .sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
    .map(([name, value]) => `${count(value)} ${name}`)
    .join(', ');
}

/** Counts how often each name occurs. */
export function tallyOf(names: Iterable<string>): Record<string, number> {
  const counts: Record<string, number> = Object.create(null);
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/**
 * Returns the share of a packed index: `, 48 % of the indexed text`; nothing where a small one is
 * mostly its own description.
 */
export function shareOf({ size: bytes, indexedBytes }: { size: number; indexedBytes: number }): string {
  return bytes >= indexedBytes ? '' : `, ${count((100 * bytes) / indexedBytes)} % of the indexed text`;
}

// How a message names a value that stands in a file or a variable: as it is where it is too short
// or too plain to be a secret, else by its kind and size. The rules of secrets/ know more, and cost
// every command their loading; where all messages are redacted (HTTP, MCP) they are applied as
// well.

/** Characters: no key or token of a service is so short. */
const SHORT = 12;
/** Letters alone, as names of settings are: keys of services have digits among them. */
const PLAIN = /^[A-Za-z_$ .-]{0,32}$/;

/** @param value any JSON */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return `a list of ${value.length}`;
  if (typeof value === 'object' && value !== null) return 'an object';
  if (typeof value !== 'string') return String(value);
  return value.length <= SHORT || PLAIN.test(value) ? JSON.stringify(value) : `a text of ${value.length} characters`;
}

// Writes a text as one word of a POSIX shell, for commands that messages give to be typed. Pure.

/**
 * @param text such as a path, which somebody else may have chosen
 * @returns it in quotes, if it needs any
 */
export function shellWord(text: string): string {
  return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
