/**
 * Reads blobs through one `git cat-file --batch`, without filters and textconv, their sizes, and
 * which of them a partial clone has.
 */

import type { Readable, Writable } from 'node:stream';
import { CoraError } from '../base/errors.ts';
import { isObjectName, lostObject, type Repository } from './repository.ts';
import { gitFailed, gitLines, startGit } from './runGit.ts';

export interface ReadBlob {
  blob: string;
  /**
   * Null if the repository lacks the blob (nothing is fetched), or it is another kind of object.
   */
  bytes: Uint8Array | null;
}

type Names = Iterable<string> | AsyncIterable<string>;

const BATCH = ['cat-file', '--batch'];
/** The number of characters of names that are sent at once. */
const NAMES_AT_ONCE = 16_384;

/**
 * Yields an answer for each name, in their order. Names are taken and blobs are read only as fast
 * as the caller takes answers, so at most two pipes and one blob are waiting. If you stop
 * iterating, git is ended. In a partial clone, one more process first finds out what is missing.
 * @param firstBytes keep only so many bytes of each blob
 */
export async function* readBlobs(
  repo: Repository,
  blobs: Names,
  signal?: AbortSignal,
  firstBytes = Number.POSITIVE_INFINITY,
): AsyncGenerator<ReadBlob, void, undefined> {
  if (Array.isArray(blobs) && blobs.length === 0) return;
  if (!repo.partial) yield* streamBlobs(repo, blobs, signal, firstBytes);
  else if (Symbol.asyncIterator in blobs) {
    // Names may depend on earlier answers, so each is sent alone.
    for await (const blob of blobs) yield* readPresent(repo, [blob], signal, firstBytes);
  } else yield* readPresent(repo, [...blobs], signal, firstBytes);
}

/** Sends only names of blobs that exist. */
async function* readPresent(
  repo: Repository,
  blobs: readonly string[],
  signal: AbortSignal | undefined,
  firstBytes: number,
): AsyncGenerator<ReadBlob, void, undefined> {
  const present = await presentObjects(repo, blobs, signal);
  const there = blobs.filter((blob) => present.has(blob));
  const found = streamBlobs(repo, there, signal, firstBytes);
  try {
    for (const blob of blobs) {
      const answer = present.has(blob) ? (await found.next()).value : undefined;
      yield answer ?? { blob, bytes: null };
    }
  } finally {
    await found.return();
  }
}

/** @throws CoraError GIT if the repository lacks the blob */
export async function readBlob(repo: Repository, blob: string, signal?: AbortSignal): Promise<Uint8Array> {
  for await (const { bytes } of readBlobs(repo, [blob], signal)) if (bytes !== null) return bytes;
  throw lostObject(repo, `Blob ${blob} is missing`);
}

async function* streamBlobs(
  repo: Repository,
  blobs: Names,
  signal: AbortSignal | undefined,
  firstBytes: number,
): AsyncGenerator<ReadBlob, void, undefined> {
  // Buffered output is faster, but names that depend on earlier answers would wait for ever.
  const lazy = Symbol.asyncIterator in blobs;
  const args = lazy ? BATCH : [...BATCH, '--buffer'];
  const { child, ended } = startGit(repo, args, { signal });
  const asking = ask(blobs, child.stdin, lazy ? 1 : NAMES_AT_ONCE).finally(() => child.stdin.end());
  // Awaited below, after the answers; until then a failure must not count as unhandled.
  asking.catch(() => undefined);
  ended.catch(() => undefined);
  const answers = new ByteReader(child.stdout);
  try {
    for (let answer = await readAnswer(answers, firstBytes); answer !== null; ) {
      yield answer;
      answer = await readAnswer(answers, firstBytes);
    }
    // Git may have ended before all names were sent.
    const { status, stderr } = await ended;
    if (status !== 0) throw gitFailed(args, stderr, status);
    await asking;
  } finally {
    child.stdin.destroy();
    child.stdout.destroy();
    child.kill();
  }
}

async function ask(names: Names, stdin: Writable, atOnce: number): Promise<void> {
  let text = '';
  for await (const name of names) {
    if (!isObjectName(name)) throw new CoraError('GIT', `'${name}' is not the name of a blob.`);
    text += `${name}\n`;
    if (text.length < atOnce) continue;
    if (!stdin.write(text)) await writable(stdin);
    text = '';
    if (stdin.destroyed) return;
  }
  if (text !== '') stdin.write(text);
}

/** Resolves when more can be written, or nothing will be read any more. */
async function writable(stdin: Writable): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      stdin.off('drain', done).off('close', done);
      resolve();
    };
    stdin.on('drain', done).on('close', done);
    if (stdin.destroyed) done();
  });
}

/**
 *     1eb41fa37ae41f8ea4cb7af5b5ce5a3a0d1b1b52 blob 6\nhello\n\n
 *     0b9ebb13cca2038ecf5f84ba1f3e7efd6e1cebf2 missing\n
 * @returns null at the end; git's exit status tells whether it is the right one
 */
async function readAnswer(answers: ByteReader, firstBytes: number): Promise<ReadBlob | null> {
  const header = await answers.line();
  if (header === null) return null;
  const [blob = '', type, size] = header.split(' ');
  if (size === undefined) return { blob, bytes: null };
  const content = await answers.bytes(Number(size) + 1, Math.min(Number(size), firstBytes));
  return content === null ? null : { blob, bytes: type === 'blob' ? content : null };
}

const NEWLINE = 10;
const NOTHING = new Uint8Array(0);

/** Reads lines and numbers of bytes from a stream, and never more than it was asked for. */
class ByteReader {
  readonly #chunks: AsyncIterator<Buffer>;
  #rest: Uint8Array = NOTHING;

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]();
  }

  /** Returns the next line without its newline; null if the stream ends before. */
  async line(): Promise<string | null> {
    let line = '';
    for (;;) {
      const end = this.#rest.indexOf(NEWLINE);
      if (end !== -1) {
        line += Buffer.from(this.#rest.subarray(0, end)).toString('latin1');
        this.#rest = this.#rest.subarray(end + 1);
        return line;
      }
      line += Buffer.from(this.#rest).toString('latin1');
      if (!(await this.#more())) return null;
    }
  }

  /**
   * Returns the next `count` bytes in a buffer of their own; null if the stream ends before.
   * @param keep returns only the first so many of them
   */
  async bytes(count: number, keep: number): Promise<Uint8Array | null> {
    const out = new Uint8Array(Math.min(count, keep));
    for (let done = 0; done < count; ) {
      if (this.#rest.length === 0 && !(await this.#more())) return null;
      const part = this.#rest.subarray(0, count - done);
      if (done < out.length) out.set(part.subarray(0, out.length - done), done);
      this.#rest = this.#rest.subarray(part.length);
      done += part.length;
    }
    return out;
  }

  async #more(): Promise<boolean> {
    const next = await this.#chunks.next();
    this.#rest = next.done === true ? NOTHING : next.value;
    return next.done !== true;
  }
}

/**
 * Returns those of the objects that the repository has: blobs, and all objects in the trees of
 * commits, without their history. In a partial clone cat-file cannot tell: it ends at the first
 * blob that it would have to fetch.
 */
export async function presentObjects(
  repo: Repository,
  names: Iterable<string>,
  signal?: AbortSignal,
): Promise<Set<string>> {
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return new Set();
  // `--missing` turns fetching off for this command; `--ignore-missing` skips what is missing.
  const which = ['--no-walk=unsorted', '--missing=allow-any', '--ignore-missing', '--stdin'];
  const args = ['rev-list', '--objects', '--no-object-names', ...which];
  return new Set(await gitLines(repo, args, { input: `${wanted.join('\n')}\n`, signal }));
}

/** Returns the bytes of each blob in the repository. A missing one is left out and not fetched. */
export async function blobSizes(
  repo: Repository,
  blobs: readonly string[],
  signal?: AbortSignal,
): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const wanted = [...(repo.partial ? await presentObjects(repo, blobs, signal) : new Set(blobs))];
  if (wanted.length === 0) return sizes;
  const args = ['cat-file', '--batch-check=%(objectname) %(objectsize)', '--buffer'];
  for (const line of await gitLines(repo, args, { input: `${wanted.join('\n')}\n`, signal })) {
    const [blob = '', size = ''] = line.split(' ');
    if (/^\d+$/.test(size)) sizes.set(blob, Number(size));
  }
  return sizes;
}

const POINTER_LINES = ['version https://git-lfs.github.com/spec/', 'version https://hawser.github.com/spec/'];
/** The specification says that pointers are smaller. */
const LARGEST_POINTER = 1024;

/** True for a Git LFS pointer. It says nothing about the file's content, so it is not indexed. */
export function isLfsPointer(bytes: Uint8Array): boolean {
  if (bytes.length >= LARGEST_POINTER) return false;
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return POINTER_LINES.some((line) => text.startsWith(line)) && /^oid \w+:[0-9a-f]+\r?$/m.test(text);
}
