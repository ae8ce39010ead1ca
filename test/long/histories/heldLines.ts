/** Holds what an answer shows against the files: text, ranges, names. */

import { spawnSync } from 'node:child_process';
import { lstatSync, readFileSync } from 'node:fs';
import type { LineRange, SearchHit, SymbolHit } from '../../../bench/library.ts';
import { bytesFromPath, fsPath } from '../../../src/git/repository.ts';
import { decodedText } from '../../../src/secrets/text.ts';
import type { Answers, Place } from './answers.ts';
import type { Difference } from './differences.ts';

interface Shown {
  path: string;
  status?: string;
  startLine: number;
  endLine: number;
  /** Lines that must stand there. */
  text?: string;
  /** A name that must stand in the range. */
  name?: string;
  /** Lines that must lie in the range. */
  within?: readonly LineRange[];
  /** Lines that must have some of the range. */
  meets?: LineRange;
  /** How long the file must be. */
  fileLines?: number;
}

export interface Held {
  /** How much was looked at. */
  held: number;
  /** What is said and is not so. */
  found: Difference[];
}

export function falseLines(answers: Answers, files: FileVersions): Held {
  let held = 0;
  const found: Difference[] = [];
  for (const [what, answer] of Object.entries(answers)) {
    for (const shown of shownIn(what, answer)) {
      held += 1;
      const reason = falseIn(shown, files(shown.path));
      if (reason !== null) found.push({ what, at: `${shown.path}:${shown.startLine}-${shown.endLine}: ${reason}` });
    }
  }
  return { held, found };
}

function shownIn(what: string, answer: unknown): Shown[] {
  const [command] = what.split(' ', 1);
  if (command === 'query') {
    const { results = [], related = [] } = answer as { results?: SearchHit[]; related?: Shown[] };
    return [
      ...results.flatMap(
        ({ path, status, startLine, endLine, text, chunk, isPiece, elided = [], identical = [], fileLines }) => [
          {
            path,
            status,
            startLine,
            endLine,
            within: elided,
            meets: chunk,
            fileLines,
            ...(isPiece === true ? {} : { text }),
          },
          { path, status, ...chunk },
          ...identical,
        ],
      ),
      ...related.map(({ path, status, startLine, endLine }) => ({ path, status, startLine, endLine }) as Shown),
    ];
  }
  if (!Array.isArray(answer)) {
    const hits =
      command === 'grep' ? ((answer as { hits?: { path: string; line: number; preview: string }[] }).hits ?? []) : [];
    return hits
      .filter(({ preview }) => !preview.includes('…'))
      .map(({ path, line, preview }) => ({ path, startLine: line, endLine: line, text: preview }));
  }
  if (command === 'symbols')
    return (answer as SymbolHit[]).map(({ path, status, startLine, endLine, name }) => ({
      path,
      status,
      startLine,
      endLine,
      name,
    }));
  if (command === 'refs')
    return (answer as { path: string; line: number; preview: string; name: string }[]).map(({ path, line, name }) => ({
      ...{ path, startLine: line, endLine: line, name },
    }));
  return command === 'related'
    ? (answer as Shown[]).map(({ path, startLine, endLine }) => ({ path, startLine, endLine }))
    : [];
}

/** As it is on disk, in the index of Git and in HEAD, as far as it is text. */
type Versions = Record<'disk' | 'staged' | 'committed', string[] | null>;
export type FileVersions = (path: string) => Versions;

function falseIn(shown: Shown, versions: Versions): string | null {
  const { status, startLine, endLine, text, name, within = [], meets, fileLines } = shown;
  if (within.some((one) => one.startLine < startLine || endLine < one.endLine || one.endLine < one.startLine))
    return `it does not hold ${JSON.stringify(within)}`;
  if (meets !== undefined && (meets.endLine < startLine || endLine < meets.startLine))
    return `it shows nothing of ${JSON.stringify(meets)}`;
  const { disk, staged, committed } = versions;
  const sources = status === 'modified' || status === 'untracked' ? [disk] : [disk, staged, committed];
  const held = sources.filter((lines) => lines !== null);
  if (held.length === 0) return `there is no such text (${status})`;
  const reasons = held.map((lines) => {
    if (startLine < 1 || endLine < startLine || endLine > lines.length) return `the file has ${lines.length} lines`;
    if (fileLines !== undefined && fileLines !== lines.length)
      return `the file has ${lines.length} lines, not ${fileLines}`;
    const range = lines.slice(startLine - 1, endLine);
    if (text !== undefined && plain(text) !== plain(range.join('\n')))
      return `the lines are others: ${JSON.stringify(plain(range.join('\n')).slice(0, 200))}, shown ${JSON.stringify(plain(text).slice(0, 200))}`;
    return name !== undefined && !range.some((line) => line.includes(name)) ? `${name} does not stand there` : null;
  });
  return reasons.includes(null) ? null : reasons[0]!;
}

/** Line ends are the working tree's or the blob's; a byte-order mark is no part of a line. */
const plain = (text: string): string =>
  text
    .replace(/^\ufeff/, '')
    .replaceAll('\r', '')
    .replace(/\n$/, '');

/** @returns the lines of files as they are in one state */
export function createFileVersions({ dir, env }: Place): FileVersions {
  const known = new Map<string, Versions>();
  // Names may hold line ends and bytes that are no text: they go through standard input.
  const ofGit = (rev: string, path: string): string[] | null => {
    const input = Buffer.concat([Buffer.from(`${rev}:`), bytesFromPath(path), Buffer.of(0)]);
    const { stdout } = spawnSync('git', ['cat-file', '--batch', '-z'], { cwd: dir, env, input, maxBuffer: 1 << 28 });
    const header = stdout.subarray(0, stdout.indexOf(0x0a)).toString('latin1');
    const size = / blob (\d+)$/.exec(header)?.[1];
    return size === undefined ? null : linesOf(stdout.subarray(header.length + 1, header.length + 1 + Number(size)));
  };
  const ofDisk = (path: string): string[] | null => {
    const place = fsPath(dir, path);
    return isFile(place) ? linesOf(readFileSync(place)) : null;
  };
  return (path) => {
    const versions = known.get(path) ?? { disk: ofDisk(path), staged: ofGit('', path), committed: ofGit('HEAD', path) };
    known.set(path, versions);
    return versions;
  };
}

function isFile(place: Buffer | string): boolean {
  try {
    return lstatSync(place).isFile();
  } catch (error) {
    // A file may lie where its folder was.
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

function linesOf(bytes: Uint8Array): string[] | null {
  return decodedText(bytes)?.replace(/\n$/, '').split('\n') ?? null;
}
