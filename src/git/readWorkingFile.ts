/**
 * Reads files of the working tree as a commit would hold them, with encoding, line ends and `$Id$`
 * converted as in git's convert.c. No filter runs.
 */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { CoraError, codeOf, ifAbsent } from '../base/errors.ts';
import { getOrMake, splitOnce } from '../base/lists.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { readBlobs } from './readBlobs.ts';
import { nulPaths, nulRecords, type Repository } from './repository.ts';
import { runGit, withSettings } from './runGit.ts';
import { badPath, checkPath, refusedPath, UNREADABLE, WorkingTreeFiles } from './safePath.ts';
import { indexEntries } from './tracking.ts';

/** Larger files are data. */
export const LARGEST_FILE = 16_000_000;

/**
 * Returns the bytes that a commit would hold: line ends are converted, filters do not run.
 * @throws CoraError BAD_PATH for anything that is no regular file of the working tree, or that a
 * filter would change
 */
export async function readWorkingFile(repo: Repository, path: string): Promise<Uint8Array> {
  checkPath(path);
  const reader = await WorkingTreeReader.open(repo, [path]);
  const read = await reader.read(path, LARGEST_FILE);
  if ('bytes' in read) return read.bytes;
  if (read.why === 'unreadable') throw refusedPath(path, UNREADABLE);
  if (read.why === 'filtered') throw badPath(path, `goes through a program before it is committed (${read.detail})`);
  throw badPath(path, 'is not a regular file of the working tree, or a very large one');
}

/** Reads many files, in their order; null for those that cannot be read. */
export async function* readWorkingFiles(
  repo: Repository,
  paths: readonly string[],
): AsyncGenerator<{ path: string; bytes: Uint8Array | null }, void, undefined> {
  for (const path of paths) checkPath(path);
  const reader = await WorkingTreeReader.open(repo, paths);
  for (const path of paths) {
    const read = await reader.read(path, LARGEST_FILE);
    yield { path, bytes: 'bytes' in read ? read.bytes : null };
  }
}

type ReadWorkingFile =
  | { bytes: Buffer }
  | { why: 'gone' }
  | { why: 'unreadable' }
  | { why: 'filtered'; detail: string };

/**
 * Reads many files, which share configuration, attributes and the directories that were checked.
 */
export class WorkingTreeReader {
  readonly files: WorkingTreeFiles;
  readonly #repo: Repository;
  readonly #settings: ConversionSettings;
  readonly #attributes: Map<string, ConversionAttributes>;
  #index: ReturnType<typeof indexEntries> | undefined;

  constructor(
    repo: Repository,
    files: WorkingTreeFiles,
    settings: ConversionSettings,
    attributes: Map<string, ConversionAttributes>,
  ) {
    this.#repo = repo;
    this.files = files;
    this.#settings = settings;
    this.#attributes = attributes;
  }

  static async open(repo: Repository, paths: readonly string[]): Promise<WorkingTreeReader> {
    if (repo.worktree === null) {
      throw new CoraError('BAD_PATH', 'A bare repository has no working tree.', { hint: 'name a commit' });
    }
    const [settings, attributes] = await Promise.all([conversionSettings(repo), conversionAttributes(repo, paths)]);
    return new WorkingTreeReader(repo, new WorkingTreeFiles(repo.worktree), settings, attributes);
  }

  /** @param path one of those for which the reader was opened */
  async read(path: string, largest: number): Promise<ReadWorkingFile> {
    const attributes = this.#attributes.get(path);
    if (attributes === undefined) return { why: 'gone' };
    const { filter } = attributes;
    if (!['unspecified', 'unset', 'set'].includes(filter)) return { why: 'filtered', detail: `filter=${filter}` };
    const raw = this.files.read(path, largest);
    if (raw === null) return { why: 'gone' };
    if (raw === 'unreadable') return { why: raw };
    const bytes = await convertToGit(raw, attributes, this.#settings, () => this.#indexHasCrlf(path));
    const encoding = attributes['working-tree-encoding'];
    return bytes === null ? { why: 'filtered', detail: `working-tree-encoding=${encoding}` } : { bytes };
  }

  async #indexHasCrlf(path: string): Promise<boolean> {
    this.#index ??= indexEntries(this.#repo);
    const blob = (await this.#index).get(path)?.blob;
    if (blob === undefined) return false;
    for await (const { bytes } of readBlobs(this.#repo, [blob])) {
      const held = Buffer.from(bytes ?? []);
      return held.includes('\r\n') && !looksBinary(held);
    }
    return false;
  }
}

/**
 * Converts encoding, line ends and `$Id$`, in this order, as convert_to_git does.
 * @param indexHasCrlf asked only if lines would be converted by a guess: git keeps a file unchanged
 * that has CRLF in the index
 * @returns null for an encoding that Cora does not convert
 */
async function convertToGit(
  bytes: Buffer,
  attributes: ConversionAttributes,
  { autocrlf }: Pick<ConversionSettings, 'autocrlf'>,
  indexHasCrlf: () => Promise<boolean>,
): Promise<Buffer | null> {
  const encoded = toUtf8(bytes, attributes['working-tree-encoding']);
  if (encoded === null) return null;
  const lines = lineRule(attributes, autocrlf);
  const converted = await convertLines(encoded, lines, indexHasCrlf);
  if (attributes.ident !== 'set' || !converted.includes('$Id:')) return converted;
  // `$Id: 0b9ebb1… $` → `$Id$`
  return Buffer.from(converted.toString('latin1').replace(/\$Id:[^$\n]*\$/g, '$$Id$$'), 'latin1');
}

type LineRule = 'keep' | 'text' | 'guess';

function lineRule(attributes: ConversionAttributes, autocrlf: ConversionSettings['autocrlf']): LineRule {
  // `crlf` is the old name of `text`.
  const text = ruleOfAttribute(attributes.text) ?? ruleOfAttribute(attributes.crlf);
  if (text === 'keep') return 'keep';
  if (text === 'guess') return 'guess';
  if (text === 'text' || attributes.eol === 'lf' || attributes.eol === 'crlf') return 'text';
  return autocrlf === 'false' ? 'keep' : 'guess';
}

function ruleOfAttribute(value: string): LineRule | null {
  const rules: Record<string, LineRule> = { set: 'text', unset: 'keep', input: 'text', auto: 'guess' };
  return rules[value] ?? null;
}

async function convertLines(bytes: Buffer, rule: LineRule, indexHasCrlf: () => Promise<boolean>): Promise<Buffer> {
  if (rule === 'keep' || !bytes.includes('\r\n')) return bytes;
  if (rule === 'guess' && (looksBinary(bytes) || (await indexHasCrlf()))) return bytes;
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let from = 0;
  for (let at = bytes.indexOf('\r\n'); at !== -1; at = bytes.indexOf('\r\n', at + 2)) {
    length += bytes.copy(out, length, from, at);
    from = at + 1;
  }
  length += bytes.copy(out, length, from);
  return out.subarray(0, length);
}

const CONTROL_BUT_TEXT = new Set([8, 9, 12, 27]);

/** Makes git's guess for `text=auto`, as in gather_stats and convert_is_binary. */
function looksBinary(bytes: Buffer): boolean {
  let printable = 0;
  let other = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 13) {
      if (bytes[at + 1] !== 10) return true;
      at += 1;
    } else if (byte === 0) return true;
    else if (byte === 127 || (byte < 32 && byte !== 10 && !CONTROL_BUT_TEXT.has(byte))) other += 1;
    else if (byte !== 10) printable += 1;
  }
  if (bytes.at(-1) === 26) other -= 1;
  return printable >> 7 < other;
}

/** Converts the usual encodings of source code; git itself uses iconv. */
function toUtf8(bytes: Buffer, encoding: string): Buffer | null {
  if (['unspecified', 'unset', 'set', ''].includes(encoding) || /^utf-?8$/i.test(encoding) || bytes.length === 0)
    return bytes;
  const name = /^utf-?16(le|be)?(-bom)?$/i.exec(encoding);
  if (name === null || bytes.length % 2 !== 0) return null;
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'be' : null;
  const declared = name[1]?.toLowerCase();
  const withMark = declared === undefined || name[2] !== undefined;
  // Git refuses a byte-order mark where none belongs, and text without one where it is required.
  if (withMark !== (marked !== null)) return null;
  try {
    return Buffer.from(new TextDecoder(`utf-16${declared ?? marked}`, { fatal: true }).decode(bytes), 'utf8');
  } catch {
    return null;
  }
}

export interface ConversionSettings {
  autocrlf: 'true' | 'input' | 'false';
  /** core.ignorecase: git treats names that differ only in case as one. */
  ignoreCase: boolean;
  /** Turns off all filters of the configuration, each by its name. */
  env: NodeJS.ProcessEnv;
}

const WANTED = '^(core\\.(autocrlf|ignorecase)|filter\\..*|include\\.path|includeif\\..*)$';

interface Known {
  stamp: string;
  settings: ConversionSettings;
}

/** Remembered, because starting git takes a hundred times as long as checking these files. */
const known = new WeakMap<Repository, Known>();

export async function conversionSettings(repo: Repository): Promise<ConversionSettings> {
  // The stamp is taken before git reads the files: if one changes meanwhile, the next stamp
  // differs.
  const stamp = configStamp(repo);
  const last = known.get(repo);
  if (last?.stamp === stamp) return last.settings;
  const { settings, isWhole } = await readSettings(repo);
  if (isWhole) known.set(repo, { stamp, settings });
  return settings;
}

/**
 * Returns a stamp of the files that a repository's configuration comes from, unless they include
 * others.
 */
function configStamp({ gitDir, commonDir, env }: Repository): string {
  const home = env['HOME'] ?? env['USERPROFILE'] ?? '';
  const xdg = env['XDG_CONFIG_HOME'] ?? join(home, '.config');
  const own = [join(commonDir, 'config'), join(gitDir, 'config.worktree')];
  const users = env['GIT_CONFIG_GLOBAL'] ?? [join(home, '.gitconfig'), join(xdg, 'git/config')];
  return [...own, users, env['GIT_CONFIG_SYSTEM'] ?? '/etc/gitconfig'].flat().map(fileStamp).join('\n');
}

async function readSettings(repo: Repository): Promise<{ settings: ConversionSettings; isWhole: boolean }> {
  const { stdout } = await runGit(repo, ['config', '-z', '--get-regexp', WANTED], { mayFail: true });
  let isWhole = true;
  let autocrlf: ConversionSettings['autocrlf'] = 'false';
  let ignoreCase = false;
  const filters = new Set<string>();
  for (const record of nulRecords(stdout)) {
    const [key = '', value] = splitOnce(record, '\n');
    if (key.startsWith('include')) isWhole = false;
    else if (key === 'core.autocrlf') autocrlf = autocrlfOf(value);
    else if (key === 'core.ignorecase') ignoreCase = isTrue(value);
    else filters.add(key.slice('filter.'.length, key.lastIndexOf('.')));
  }
  const nothing = [...filters].flatMap((name): [string, string][] => [
    [`filter.${name}.clean`, ''],
    [`filter.${name}.smudge`, ''],
    [`filter.${name}.process`, ''],
    [`filter.${name}.required`, 'false'],
  ]);
  return { settings: { autocrlf, ignoreCase, env: withSettings(repo.env, nothing) }, isWhole };
}

const ATTRIBUTES = ['text', 'crlf', 'eol', 'ident', 'filter', 'working-tree-encoding'] as const;

/** Values that check-attr prints: 'set', 'unset', 'unspecified' or another text. */
type ConversionAttributes = Record<(typeof ATTRIBUTES)[number], string>;

/** Returns the attributes of files of the working tree, by path. */
export async function conversionAttributes(
  repo: Repository,
  paths: readonly string[],
): Promise<Map<string, ConversionAttributes>> {
  const out = new Map<string, ConversionAttributes>();
  if (paths.length === 0) return out;
  const args = ['check-attr', '-z', '--stdin', ...ATTRIBUTES];
  const { stdout } = await runGit(repo, args, { input: nulPaths(paths) });
  const records = nulRecords(stdout);
  for (let at = 0; at + 2 < records.length; at += 3) {
    const attributes = getOrMake(out, records[at]!, unspecified);
    attributes[records[at + 1] as keyof ConversionAttributes] = records[at + 2]!;
  }
  return out;
}

function unspecified(): ConversionAttributes {
  return Object.fromEntries(ATTRIBUTES.map((name) => [name, 'unspecified'])) as ConversionAttributes;
}

function autocrlfOf(value: string | undefined): ConversionSettings['autocrlf'] {
  if (isTrue(value)) return 'true';
  return value !== undefined && /^input$/i.test(value) ? 'input' : 'false';
}

/** A key without a value is true. */
function isTrue(value: string | undefined): boolean {
  return value === undefined || /^(?:true|yes|on|[1-9]\d*)$/i.test(value);
}

/** `ref: refs/heads/main`, or the name of a commit. */
const SYMBOLIC = /^ref: (refs\/[^\s\0]+)\n?$/;
const DETACHED = /^[0-9a-f]{40,64}\n?$/;
/** Matches HEAD of a repository with reftables, and refs that belong to a single worktree. */
const ELSEWHERE = /^refs\/(?:heads\/\.invalid$|bisect\/|worktree\/|rewritten\/)/;

/**
 * Returns a stamp that stays the same as long as HEAD does, for a repository that is not moved.
 * @returns null if files do not tell, so that git has to be asked
 */
export function headStamp({ gitDir, commonDir }: Pick<Repository, 'gitDir' | 'commonDir'>): string | null {
  const head = contentOf(join(gitDir, 'HEAD'));
  if (head === null) return null;
  const around = [fileStamp(join(commonDir, 'shallow')), fileStamp(join(commonDir, 'objects/pack'))];
  if (DETACHED.test(head)) return JSON.stringify([head, ...around]);
  const name = SYMBOLIC.exec(head)?.[1];
  if (name === undefined || ELSEWHERE.test(name) || name.split('/').includes('..')) return null;
  const loose = contentOf(join(commonDir, name));
  // A branch without a file of its own is among the packed ones, or has no commit yet.
  if (loose === null) return JSON.stringify([head, fileStamp(join(commonDir, 'packed-refs')), ...around]);
  return DETACHED.test(loose) ? JSON.stringify([head, loose, ...around]) : null;
}

/** In bytes: one line. */
const MOST_REF = 64 * 1024;

function contentOf(path: string): string | null {
  try {
    return readBoundedSync(path, MOST_REF).toString('latin1');
  } catch (error) {
    if (codeOf(error) === 'EISDIR') return null;
    return ifAbsent(null)(error);
  }
}

/**
 * Returns a stamp that changes with the file; it can only be compared. Never fails: a home
 * directory may belong to another user or be `/dev/null`, and git reads no configuration there
 * either.
 */
export function fileStamp(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return '';
    const { ino, mtimeMs, ctimeMs, size } = found;
    return `${ino} ${mtimeMs} ${ctimeMs} ${size}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}
