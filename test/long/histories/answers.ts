/** What Cora answers in one state: questions in three modes, definitions, references, related places, exact search, files. */

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  type CatalogueEntry,
  type Flags,
  findReferences,
  findSymbols,
  grepRepository,
  grepSettings,
  indexedFiles,
  indexSettings,
  isCoraError,
  listCatalogue,
  type Options,
  openSearcher,
  openWorkspaceFor,
  readStatus,
  related,
  type Searcher,
  type SearchResult,
  type Session,
  type Status,
  type Surroundings,
  searchRequestOf,
  searchSettings,
  sessionSettings,
  settle,
  silentLog,
} from '../../../bench/library.ts';
import { NAMES } from './contents.ts';
import { type Random, randomOf } from './random.ts';

export interface Place {
  /** Absolute, of a worktree. */
  dir: string;
  env: NodeJS.ProcessEnv;
  /** Of this process's own, for stores that cannot lie in the Git directory. */
  root: string;
  embedder: string;
}

/** A question and its answer, comparable: nothing in it depends on the machine, the folder or the clock. */
export type Answers = Record<string, unknown>;

const MODES = ['hybrid', 'words', 'vectors'];
const PHRASES = [
  'how is the ledger flushed',
  'where are events joined',
  'what builds a digest',
  'total of all items',
  'folder that became a file',
  'def join_event',
  'secret key of the account',
  'number of the line',
];
const PATTERNS = ['def \\w+_event', 'ledger', 'REDACTED|hunter', '^# '];
const QUESTIONS = 10;
/** Results of a question, in turns: where there are few, others are listed to read next. */
const PER_QUESTION = [8, 2];
const NAMES_ASKED = 3;
const PLACES_ASKED = 4;
const LINES_ASKED = 12;

/** Flags of every call; a session that stays has them from its start. */
const FLAGS: Flags = { limit: PER_QUESTION[0]!, related: 3, jobs: 0 };

export function optionsOf({ dir, env, embedder }: Place, more: Flags = {}): Options {
  return settle({ ...FLAGS, embedder, ...more }, env, dir);
}

export function surroundingsOf({ dir, env, root }: Place): Surroundings {
  return { dir, env, cacheDir: join(root, 'cache'), log: silentLog };
}

/** What is asked in one state: the same of two places. */
export interface Asked {
  questions: readonly string[];
  names: readonly string[];
  pattern: string;
  /** Chooses places among the files that are there. */
  seed: number;
}

export function askedAt(seed: number): Asked {
  const random = randomOf(seed);
  return {
    questions: Array.from({ length: QUESTIONS }, () =>
      random.chance(1, 2) ? random.pick(PHRASES) : random.pick(NAMES).replace('_', random.pick(['_', ' '])),
    ),
    names: Array.from({ length: NAMES_ASKED }, () => random.pick(NAMES)),
    pattern: random.pick(PATTERNS),
    seed,
  };
}

/** Whether files were left for `cora index`: more of them are not indexed than a query reads by itself. */
export function isTooMuch({ status }: Answers): boolean {
  const { missingFiles = [], asCommitted = [] } = status as Partial<Status['freshness']>;
  return asCommitted.length > 0 || missingFiles.some(({ reason }) => reason.includes('than a query reads by itself'));
}

/** @param live asks a session that has been open since before the last changes */
export async function answersOf(place: Place, asked: Asked, live: (() => Session) | null = null): Promise<Answers> {
  const answers: Answers = {};
  const note = async (what: string, asking: () => Promise<unknown>): Promise<void> => {
    answers[what] = await asking().catch((error: unknown) => {
      if (isCoraError(error)) return { error: error.code };
      throw error;
    });
  };
  const surroundings = surroundingsOf(place);
  await note('status', async () => plainStatus(await readStatus(sessionSettings(optionsOf(place)), surroundings)));
  await note('files', async () => {
    const { repository, settings } = await openWorkspaceFor(indexSettings(optionsOf(place)), surroundings);
    return plainFiles((await listCatalogue(repository, null, settings)).files);
  });
  await note(`grep ${asked.pattern}`, async () => {
    const limits = { maxTotal: 200, signal: new AbortController().signal };
    const { engine: _, ...rest } = await grepRepository(asked.pattern, indexSettings(optionsOf(place)), surroundings, {
      ...grepSettings(optionsOf(place)),
      ...limits,
    });
    return rest;
  });
  let searcher: Searcher | null = null;
  await note('open', async () => {
    searcher = await (live === null ? openSearcher(sessionSettings(optionsOf(place)), surroundings) : live().now());
  });
  if (searcher === null) return answers;
  try {
    await note('all', () => ask(place, searcher!, asked, note));
  } finally {
    (searcher as Searcher).close();
  }
  return answers;
}

async function ask(
  place: Place,
  searcher: Searcher,
  asked: Asked,
  note: (what: string, asking: () => Promise<unknown>) => Promise<void>,
): Promise<null> {
  const context = await searcher.symbols();
  const random = randomOf(asked.seed);
  const listed = await indexedFiles(context, { paths: [], languages: [], offset: 0, limit: 10_000 });
  await note('files of the view', async () => listed);
  const names = new Set(asked.names);
  for (const path of placesIn(random, listed.files)) {
    const at = { path, line: 1 + random.below(LINES_ASKED) };
    await note(`related ${path}:${at.line}`, async () => {
      const asked = { paths: [], languages: [], kinds: [], limit: 5, place: at };
      const { related: found } = await related(context, asked);
      for (const { symbol } of found.slice(0, 1)) if (symbol !== '') names.add(symbol);
      return found;
    });
  }
  for (const name of names) {
    await note(`symbols ${name}`, () => findSymbols(context, name));
    await note(`refs ${name}`, () => findReferences(context, name));
  }
  for (const mode of MODES) {
    for (const [turn, text] of asked.questions.entries()) {
      const limit = PER_QUESTION[turn % PER_QUESTION.length]!;
      const request = searchRequestOf(text, searchSettings(optionsOf(place, { mode, limit })), [], limit);
      await note(`query ${mode} ${text}`, async () => plainResult(await searcher.search(request)));
    }
  }
  return null;
}

function placesIn(random: Random, files: readonly { path: string }[]): string[] {
  return files.length === 0 ? [] : Array.from({ length: PLACES_ASKED }, () => random.pick(files).path);
}

/** Some of the same from the command line. */
export async function answersOfCommands(place: Place, asked: Asked, cli: string): Promise<Answers> {
  const run = async (...args: string[]): Promise<unknown> => {
    const { dir, env } = place;
    // A finding (exit code 1) comes with its report.
    const { stdout } = await promisify(execFile)(process.execPath, [cli, ...args, '--json'], {
      ...{ cwd: dir, env, maxBuffer: 1 << 28 },
    }).catch((error: { code: number; stdout: string }) => {
      if (error.code === 1) return error;
      throw error;
    });
    return JSON.parse(stdout);
  };
  const [text] = asked.questions;
  const flags = ['-k', String(FLAGS.limit), '--related', String(FLAGS.related), '--mode', MODES[0]!];
  return {
    status: plainStatus((await run('status')) as Status),
    files: plainFiles(((await run('files')) as { files: CatalogueEntry[] }).files),
    [`query ${MODES[0]} ${text}`]: plainResult((await run('query', text!, ...flags)) as SearchResult),
  };
}

function plainStatus({ freshness, counts, skipped, redacted, failed, digest }: Status): object {
  const { missingFiles, asCommitted, dirtyFiles } = freshness;
  return { missingFiles, asCommitted, dirtyFiles, ofIndex: { counts, skipped, redacted, failed, digest } };
}

function plainFiles(files: readonly CatalogueEntry[]): object {
  return files.map(({ mtime_ms: _, ...rest }) => rest);
}

function plainResult({ tookMs: _, freshness, results, ...rest }: SearchResult): object {
  const { missingFiles, asCommitted, dirtyFiles } = freshness;
  const hits = results.map(({ repository: _repository, commit: _commit, ...hit }) => hit);
  return { ...rest, missingFiles, asCommitted, dirtyFiles, results: hits };
}
