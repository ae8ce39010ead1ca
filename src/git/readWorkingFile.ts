/** Files of the working tree as a commit would hold them. */

import { CoraError } from '../base/errors.ts';
import {
  type ConversionAttributes,
  type ConversionSettings,
  conversionAttributes,
  conversionSettings,
  filterOf,
} from './conversionRules.ts';
import { convertToGit, hasTextCrlf } from './convertToGit.ts';
import { indexEntries } from './indexEntries.ts';
import { readBlobs } from './readBlobs.ts';
import type { Repository } from './repository.ts';
import { badPath, checkPath, refusedPath, UNREADABLE, WorkingTreeFiles } from './safePath.ts';

/** Larger files are data. */
export const LARGEST_FILE = 16_000_000;

/**
 * The bytes that a commit would hold: ends of lines converted, filters not run.
 * @throws CoraError BAD_PATH for anything that is not a regular file of the working tree or that a filter would change
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

/** The same for many files, in their order; null for those that cannot be read. Two processes for all of them. */
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

export type ReadWorkingFile =
  | { bytes: Buffer }
  | { why: 'gone' }
  | { why: 'unreadable' }
  | { why: 'filtered'; detail: string };

/** Holds what the files of one pass share: configuration, attributes, directories that were seen. */
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

  /** @param path one of those that the reader was opened for */
  async read(path: string, largest: number): Promise<ReadWorkingFile> {
    const attributes = this.#attributes.get(path);
    if (attributes === undefined) return { why: 'gone' };
    const filter = filterOf(attributes);
    if (filter !== null) return { why: 'filtered', detail: `filter=${filter}` };
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
    for await (const { bytes } of readBlobs(this.#repo, [blob]))
      return bytes !== null && hasTextCrlf(Buffer.from(bytes));
    return false;
  }
}
