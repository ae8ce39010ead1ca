/**
 * It makes diffs fit to be shown: without secrets, and shortened. A piece of a private key does not
 * say what it is: so each line is taken from its file, redacted as a whole.
 */

import type { ShownCommit } from '../git/diffTrees.ts';
import { redactText } from '../secrets/redact.ts';
import { decodeText } from '../secrets/text.ts';

type Diff = ShownCommit['diffs'][number];
/**
 * Lines without their secrets; null where there are none. They are null for a file that is no text,
 * or has another encoding than UTF-8.
 */
type SafeLines = ReadonlyMap<string, readonly string[] | null>;

/** @param read brings the blobs that are there */
export async function redactDiffs(
  diffs: readonly Diff[],
  read: (blobs: string[]) => AsyncIterable<{ blob: string; bytes: Uint8Array | null }>,
): Promise<Diff[]> {
  const blobs = new Set(diffs.flatMap(({ text }) => blobsOf(text)).filter((blob) => !ABSENT.test(blob)));
  const safe = new Map<string, readonly string[] | null>();
  for await (const { blob, bytes } of read([...blobs])) {
    const decoded = bytes === null ? null : decodeText(bytes);
    // Git ends lines of UTF-16 in the middle of characters: they are none of ours.
    if (decoded?.encoding === 'utf-8') safe.set(blob, decoded.secrets.length === 0 ? null : decoded.text.split('\n'));
  }
  // An attribute may call a binary file text, whose lines are then shown.
  const isSafe = ({ text }: Diff): boolean =>
    !/^@@/m.test(text) || blobsOf(text).every((blob) => ABSENT.test(blob) || safe.has(blob));
  return diffs.filter(isSafe).map(({ path, text }) => ({ path, text: redactText(withSafeLines(text, safe)) }));
}

const ABSENT = /^0+$/;
/** `index 257cc56…..b3a1f0e… 100644`, with full names. */
const INDEX = /^index ([0-9a-f]{40,64})\.\.([0-9a-f]{40,64})/m;
/** `@@ -3,7 +3,9 @@ function around()`; a count of one is left out. */
const HUNK = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

function blobsOf(diff: string): string[] {
  return INDEX.exec(diff)?.slice(1, 3) ?? [];
}

function withSafeLines(diff: string, safe: SafeLines): string {
  const [before, after] = blobsOf(diff).map((blob) => safe.get(blob) ?? null);
  if (!before && !after) return diff;
  let old = { at: 0, left: 0 };
  let now = { at: 0, left: 0 };
  const lineOf = (lines: readonly string[] | null | undefined, at: number, line: string): string =>
    lines?.[at] === undefined ? line : line.slice(0, 1) + lines[at];
  return diff
    .split('\n')
    .map((line) => {
      if (old.left === 0 && now.left === 0) {
        const hunk = HUNK.exec(line);
        if (hunk !== null) {
          old = { at: Number(hunk[1]) - 1, left: Number(hunk[2] ?? 1) };
          now = { at: Number(hunk[3]) - 1, left: Number(hunk[4] ?? 1) };
        }
        // The heading is a line of the file too: any line.
        return hunk?.[0] ?? line;
      }
      if (line.startsWith('\\')) return line;
      const shown = line.startsWith('-') ? lineOf(before, old.at, line) : lineOf(after, now.at, line);
      if (!line.startsWith('+')) old = { at: old.at + 1, left: old.left - 1 };
      if (!line.startsWith('-')) now = { at: now.at + 1, left: now.left - 1 };
      return shown;
    })
    .join('\n');
}

// A diff shortened to so many lines, fairly among its files. Pure.

interface CutDiff {
  text: string;
  /** Lines that are left, without the marks of what was cut. */
  lines: number;
  cut: number;
}

/** With less room only the head of a file's diff would be seen. */
const LEAST_LINES = 8;

/**
 * Each file keeps its beginning; where something is missing a line says how much:
 * `… 35 more lines of src/main.c`.
 * @param diffs as git writes them; their `index` lines are left out
 */
export function cutDiff(
  diffs: readonly { path: string; text: string }[],
  most: { lines: number; ofFile: number },
): CutDiff {
  const files = diffs.map(({ path, text }) => ({ path, lines: linesWithoutIndex(text) }));
  const out: string[] = [];
  let left = most.lines;
  const late: string[][] = [];
  for (const { path, lines } of files) {
    if (left < Math.min(LEAST_LINES, lines.length)) {
      late.push(lines);
      continue;
    }
    const kept = lines.slice(0, files.length === 1 ? left : Math.min(left, most.ofFile));
    left -= kept.length;
    out.push(...kept);
    if (kept.length < lines.length) out.push(`… ${counted(lines.length - kept.length, 'more line')} of ${path}`);
  }
  const lateLines = late.reduce((sum, lines) => sum + lines.length, 0);
  if (late.length > 0) out.push(`… ${counted(lateLines, 'line')} of ${counted(late.length, 'more file')}`);
  const all = files.reduce((sum, { lines }) => sum + lines.length, 0);
  return { text: out.join('\n'), lines: most.lines - left, cut: all - (most.lines - left) };
}

function linesWithoutIndex(text: string): string[] {
  const lines = text.replace(/\n$/, '').split('\n');
  const hunk = lines.findIndex((line) => line.startsWith('@@'));
  return lines.filter((line, at) => !((hunk === -1 || at < hunk) && line.startsWith('index ')));
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
