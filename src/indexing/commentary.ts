/**
 * Commentary at indexing time: choose chunks → leave out those that have it → say what it will cost
 * → ask → keep. The steps in order; each holds its own detail. Only who chose a language model
 * comes here, and only after the code is indexed.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { type ChunkContext, cleanCommentary, commentaryPrompt, PROMPT_VERSION } from '../ask/commentary.ts';
import { createModel, parseModelSpec, readCompletion } from '../ask/createModel.ts';
import type { CommentaryPlan, CommentaryReport, CommentaryStop, LanguageModel } from '../base/answerTypes.ts';
import { CoraError, ifRefused, isCoraError, throwIfAborted } from '../base/errors.ts';
import { blobKeyOf, rowKeyOf } from '../base/identity.ts';
import { listed } from '../base/lists.ts';
import { estimateTokens } from '../base/tokenBudget.ts';
import type { BlobKey, ChunkKind, Embedder, Log, Watch } from '../base/types.ts';
import { joinedName, qualifiedName, REFERS } from '../base/words.ts';
import type { SearchReader } from '../engine/rowReader.ts';
import { openSearchFile, withSearchFile } from '../engine/searchFile.ts';
import { fileFeaturesOf } from '../languages/fileFeatures.ts';
import { redactText } from '../secrets/redact.ts';
import type { CommentarySettings, Surroundings } from '../settings/requests.ts';
import { fingerprintDir, isLink, listFingerprints } from '../store/location.ts';
import { type Answered, COMMENTARY_TABLE, commentaryHome, openJournal } from '../store/sideTables.ts';
import { readCurrentView } from '../store/views.ts';
import { withWriteLock } from '../store/withWriteLock.ts';
import { ViewStatistics } from '../view/statistics.ts';
import { noIndex, storeDirOf, type Workspace } from '../view/workspace.ts';
import { keepAnswers } from './keepAnswers.ts';

interface CommentaryRun {
  workspace: Workspace;
  embedder: Embedder;
  dryRun: boolean;
  surroundings: Surroundings;
  watch: Watch;
}

/** The most questions in a minute to a remote service, unless the user says otherwise. */
const REMOTE_RATE = 60;
/** The number of answers in one commit of the table, and of chunks that are read together. */
const BATCH = 32;

interface CommentaryRequest extends CommentaryRun {
  settings: CommentarySettings;
}

type Outcome = Omit<CommentaryReport, 'tookMs'>;

/**
 * Returns what adds commentary to an index. It throws CoraError ABORTED with what was reached,
 * CONFIG, STORE, …; what is wrong with the service is in the report.
 * @throws CoraError CONFIG for a model that is none
 */
export function createCommentator(settings: CommentarySettings): (run: CommentaryRun) => Promise<CommentaryReport> {
  const spec = parseModelSpec(settings.model);
  return async (about) => {
    const started = Date.now();
    const outcome = await addCommentary({ ...about, settings }, spec);
    return { ...outcome, tookMs: Date.now() - started };
  };
}

async function addCommentary(request: CommentaryRequest, spec: ReturnType<typeof parseModelSpec>): Promise<Outcome> {
  const { settings, surroundings } = request;
  let model: LanguageModel;
  try {
    model = await createModel(spec, surroundings.env, surroundings.log);
  } catch (error) {
    if (!isCoraError(error)) throw error;
    return { ...nothing(settings.model), stopped: 'failures', problem: sayOf(error) };
  }
  if (request.dryRun) return dryRun(request, model);
  const home = commentaryHome(storeDirOf(request.workspace, request.embedder));
  // Whoever writes it writes for all branches.
  const locked: Outcome = { ...nothing(model.id), stopped: 'locked', problem: 'another run is writing commentary' };
  const running = withWriteLock(home, { waitMs: 0, log: surroundings.log }, () => run(request, model));
  return running.catch(ifRefused(locked, 'LOCKED'));
}

function nothing(model: string): Outcome {
  const plan = { model, place: '', isRemote: false, chunks: 0, missing: 0, now: 0, promptTokens: 0, answerTokens: 0 };
  return { ...plan, written: 0, recovered: 0, empty: 0, failed: 0, usedTokens: 0, stopped: null, problem: null };
}

function sayOf({ message, hint }: CoraError): string {
  return hint === undefined ? message : `${message} (${hint})`;
}

interface Missing {
  choice: Choice;
  missing: ChosenChunk[];
}

async function run(request: CommentaryRequest, model: LanguageModel): Promise<Outcome> {
  const { embedder, settings, surroundings, watch } = request;
  const dir = storeDirOf(request.workspace, embedder);
  const journal = await openJournal(commentaryHome(dir));
  const to = { dir, embedder, log: surroundings.log };
  return withSearchFile(dir, embedder.dimensions, async (store) => {
    let recovered = await keepAnswers(to, journal.left, 'here');
    await journal.clear();
    let found = await findMissing(request, dir, store, model);
    const adopted = await adopt(request, dir, found.missing, model);
    recovered += adopted;
    if (adopted > 0) found = await findMissing(request, dir, store, model);
    const now = found.missing.slice(0, settings.maxChunks);
    const plan = await planOf(store, model, found, now);
    const report = { ...nothing(model.id), ...plan, written: recovered, recovered };
    if (now.length === 0) return found.missing.length === 0 ? report : { ...report, stopped: 'limit' };
    if (watch.confirmCommentary !== undefined && !(await watch.confirmCommentary(plan))) {
      return { ...report, stopped: 'declined' };
    }
    let waiting: Answered[] = [];
    let written = 0;
    const commit = async (): Promise<void> => {
      written += await keepAnswers(to, waiting, 'here');
      waiting = [];
      await journal.clear();
    };
    const keep = async (answer: Answered): Promise<void> => {
      await journal.add(answer);
      waiting.push(answer);
      if (waiting.length >= BATCH) await commit();
    };
    const rate = settings.perMinute ?? (model.isRemote ? REMOTE_RATE : 0);
    const asked = await askModel({
      model,
      chunks: chunksWithContext(store, found.choice, now),
      intervalMs: rate === 0 ? 0 : 60_000 / rate,
      mostTokens: settings.maxTokens,
      keep,
      onProgress: (done, chunks) => watch.onProgress({ phase: 'commentary', done, total: now.length, chunks }),
      wait,
      now: () => performance.now(),
      log: surroundings.log,
      signal: watch.signal,
    }).catch(async (cause: unknown) => {
      await commit();
      if (!isCoraError(cause) || cause.code !== 'ABORTED') throw cause;
      const reached = `Stopped after commentary on ${written} of ${now.length} chunks, which is kept.`;
      const hint = 'The same command goes on from there.';
      throw new CoraError('ABORTED', `${reached} The code is indexed.`, { hint, cause });
    });
    await commit();
    const { answered: _, ...rest } = asked;
    const isCut = now.length < found.missing.length;
    return { ...report, ...rest, written: recovered + written, stopped: rest.stopped ?? (isCut ? 'limit' : null) };
  });
}

async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal);
  if (ms <= 0) return;
  await sleep(ms, undefined, { signal }).catch((cause: unknown) => {
    throw new CoraError('ABORTED', 'Interrupted.', { cause });
  });
}

async function dryRun(request: CommentaryRequest, model: LanguageModel): Promise<Outcome> {
  const dir = storeDirOf(request.workspace, request.embedder);
  const store = await openSearchFile(dir, request.embedder.dimensions).catch(ifRefused(null, 'NO_INDEX'));
  const stopped: CommentaryStop = 'dry-run';
  if (store === null) return { ...nothing(model.id), stopped, problem: 'nothing is indexed yet' };
  try {
    const found = await findMissing(request, dir, store, model);
    const now = found.missing.slice(0, request.settings.maxChunks);
    return { ...nothing(model.id), ...(await planOf(store, model, found, now)), stopped };
  } finally {
    store.close();
  }
}

/** Instructions and surroundings: measured over 510 chunks of scrapy, redis and prometheus. */
const AROUND = 700;
/** A longer text is shortened before it is sent. */
const MOST_TEXT = 1800;
/** 80 words. */
const ANSWER_TOKENS = 110;
const CHUNKS_AT_ONCE = 1000;

/** Says what commentary on the chunks of `now` will cost, in tokens, before anybody is asked. */
async function planOf(
  store: SearchReader,
  { id, place, isRemote }: LanguageModel,
  { choice, missing }: Missing,
  now: readonly ChosenChunk[],
): Promise<CommentaryPlan> {
  let promptTokens = 0;
  for (let at = 0; at < now.length; at += CHUNKS_AT_ONCE) {
    const chunkIds = now.slice(at, at + CHUNKS_AT_ONCE).map(({ chunkId }) => chunkId);
    for (const { text } of await store.rows({ chunkIds }, ['text'])) {
      promptTokens += AROUND + Math.min(MOST_TEXT, estimateTokens(text));
    }
  }
  const counts = { chunks: choice.chunks.length, missing: missing.length, now: now.length };
  return { model: id, place, isRemote, ...counts, promptTokens, answerTokens: ANSWER_TOKENS * now.length };
}

/** Finds chunks without commentary by this model and prompt, or of an artifact, by any model. */
async function findMissing(
  { workspace, embedder }: CommentaryRequest,
  dir: string,
  store: SearchReader,
  model: LanguageModel,
): Promise<Missing> {
  const choice = await chooseChunks(dir, store);
  if (choice === null) throw await noIndex(workspace, embedder);
  const table = await COMMENTARY_TABLE.open(dir, 'read', embedder.dimensions);
  const rows = table?.scan(['contentHash', 'model', 'prompt', 'origin']) ?? [];
  const known = new Set(
    rows
      .filter(
        ({ origin, prompt, ...row }) => prompt === PROMPT_VERSION && (origin === 'artifact' || row.model === model.id),
      )
      .map(({ contentHash }) => contentHash),
  );
  return { choice, missing: choice.chunks.filter(({ contentHash }) => !known.has(contentHash)) };
}

/** Takes commentary from stores of other embedders. @returns on how many of the missing chunks */
async function adopt(
  { workspace, embedder, surroundings }: CommentaryRequest,
  dir: string,
  missing: readonly ChosenChunk[],
  model: LanguageModel,
): Promise<number> {
  const hashes = new Set(missing.map(({ contentHash }) => contentHash));
  const { root } = workspace.location;
  let adopted = 0;
  for (const fingerprint of listFingerprints(root)) {
    const other = fingerprintDir(root, fingerprint);
    if (other === dir) continue;
    // A broken one is no help, and none of our concern. Neither is where a link leads.
    const table = isLink(other) ? null : await COMMENTARY_TABLE.open(other, 'read').catch(() => null);
    const wanted = (table?.scan(['contentHash', 'model', 'prompt']) ?? []).filter(
      (row) => hashes.has(row.contentHash) && row.model === model.id && row.prompt === PROMPT_VERSION,
    );
    const answers = table?.rows(
      wanted.map(({ contentHash }) => contentHash),
      ['contentHash', 'model', 'prompt', 'text'],
    );
    adopted += await keepAnswers({ dir, embedder, log: surroundings.log }, answers ?? [], 'here');
  }
  return adopted;
}

async function* chunksWithContext(store: SearchReader, choice: Choice, now: readonly ChosenChunk[]) {
  for (let at = 0; at < now.length; at += BATCH) {
    for (const { chunk, context } of await readContexts(store, choice, now.slice(at, at + BATCH))) {
      yield { contentHash: chunk.contentHash, path: chunk.path, context };
    }
  }
}

// Asks a language model about one chunk after the other: not faster than the rate allows, not
// beyond the tokens, and each answer on the disk before the next question. Goes on behind a chunk
// that fails, and ends where one after the other does.

export interface ModelRequest {
  model: LanguageModel;
  chunks: AsyncIterable<{ contentHash: string; path: string; context: ChunkContext }>;
  /** Between the starts of two requests. */
  intervalMs: number;
  /** The most tokens of questions and answers together. */
  mostTokens: number;
  /** Keeps an answer, which is on the disk when this settles. */
  keep(answer: Answered): Promise<void>;
  onProgress(done: number, usedTokens: number): void;
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
  now(): number;
  log: Log;
  signal: AbortSignal | undefined;
}

interface AskedModel extends Pick<CommentaryReport, 'empty' | 'failed' | 'usedTokens' | 'problem'> {
  answered: number;
  stopped: Extract<CommentaryStop, 'tokens' | 'failures'> | null;
}

/** So many failures in a row are the service's fault: one chunk may be odd. */
const FAILURES_IN_A_ROW = 3;
/** Asking again would not help. */
const HOPELESS: ReadonlySet<string> = new Set(['MODEL_AUTH', 'MODEL_MISSING', 'CONFIG']);
/** The most characters that are read of an answer before it is cleaned: some think aloud first. */
const MOST_CHARACTERS = 20_000;

/**
 * Asks for commentary on one chunk after the other.
 * @throws CoraError ABORTED, and what `keep` throws
 */
export async function askModel(request: ModelRequest): Promise<AskedModel> {
  const { model, signal, log } = request;
  const out: AskedModel = { answered: 0, empty: 0, failed: 0, usedTokens: 0, stopped: null, problem: null };
  let inARow = 0;
  let next = request.now();
  for await (const { contentHash, path, context } of request.chunks) {
    const question = commentaryPrompt(context);
    // Rows hold no secrets; a name or a path might.
    question.prompt = redactText(question.prompt);
    const asked = estimateTokens(question.system) + estimateTokens(question.prompt);
    if (out.usedTokens + asked + question.maxTokens > request.mostTokens) return { ...out, stopped: 'tokens' };
    await request.wait(Math.max(0, next - request.now()), signal);
    next = request.now() + request.intervalMs;
    try {
      const said = await readCompletion(model.complete(question, signal), MOST_CHARACTERS);
      const text = cleanCommentary(said.text);
      await request.keep({ contentHash, model: model.id, prompt: PROMPT_VERSION, text });
      out.usedTokens += (said.promptTokens ?? asked) + (said.answerTokens ?? estimateTokens(said.text));
      out.answered += 1;
      if (text === '') {
        out.empty += 1;
        out.problem = `${model.place} answered without a word about ${path}`;
        inARow += 1;
      } else inARow = 0;
    } catch (error) {
      if (!isCoraError(error) || error.code === 'ABORTED' || !isOfModel(error)) throw error;
      out.failed += 1;
      inARow += HOPELESS.has(error.code) ? FAILURES_IN_A_ROW : 1;
      // A request that failed may have cost as much as one that did not.
      out.usedTokens += asked;
      out.problem = sayOf(error);
      log.debug(`${path}: ${error.message}`);
    }
    request.onProgress(out.answered + out.failed, out.usedTokens);
    if (inARow >= FAILURES_IN_A_ROW) return { ...out, stopped: 'failures' };
  }
  return out;
}

function isOfModel({ code }: CoraError): boolean {
  return code === 'MODEL' || HOPELESS.has(code);
}

// Chooses chunks of the last built view for commentary, most worth first: code before tests and
// examples, then what is mentioned most. A language model is shown the text of each, without
// secrets, and its surroundings.

interface ChosenChunk {
  contentHash: string;
  chunkId: string;
  /** The first path at which the view has its blob. */
  path: string;
}

interface Choice {
  chunks: ChosenChunk[];
  statistics: ViewStatistics;
  /** Blobs of the view, each with its first path. */
  paths: ReadonlyMap<BlobKey, string>;
}

const NOT_CODE: ReadonlySet<ChunkKind> = new Set<ChunkKind>(['text', 'section', 'object']);
const LEAST_TOKENS = 12;
const CHOOSING_COLUMNS = listed('chunkId contentHash blobSha language kind symbol startByte tokens');

/**
 * Chooses the chunks to describe, most worth first.
 * @returns each content once; null where nothing was built
 */
async function chooseChunks(dir: string, store: SearchReader): Promise<Choice | null> {
  const record = await readCurrentView(dir);
  if (record === null) return null;
  const statistics = new ViewStatistics(record);
  const paths = new Map<BlobKey, string>();
  for (const file of record.files) if (!paths.has(blobKeyOf(file))) paths.set(blobKeyOf(file), file.path);
  const found: (ChosenChunk & { behind: number; mentions: number; startByte: number })[] = [];
  for await (const rows of store.scan(CHOOSING_COLUMNS)) {
    for (const { chunkId, contentHash, blobSha, language, kind, symbol, startByte, tokens } of rows) {
      const path = paths.get(rowKeyOf({ blobSha, language }));
      if (path === undefined || NOT_CODE.has(kind) || tokens < LEAST_TOKENS) continue;
      const { prose, test, example, legacy } = fileFeaturesOf(path, language);
      if (prose) continue;
      const mentions = symbol === '' ? 0 : statistics.frequency(REFERS + joinedName(symbol));
      found.push({ contentHash, chunkId, path, startByte, mentions, behind: Number(test || example || legacy) });
    }
  }
  found.sort(
    (a, b) =>
      a.behind - b.behind ||
      b.mentions - a.mentions ||
      (a.path < b.path ? -1 : a.path > b.path ? 1 : a.startByte - b.startByte) ||
      (a.chunkId < b.chunkId ? -1 : 1),
  );
  const first = new Map<string, ChosenChunk>();
  for (const { contentHash, chunkId, path } of found) {
    if (!first.has(contentHash)) first.set(contentHash, { contentHash, chunkId, path });
  }
  return { chunks: [...first.values()], statistics, paths };
}

// Reads what a language model is shown of chunks: their texts as the table has them, without
// secrets, and their surroundings.

const CONTEXT_COLUMNS = listed('chunkId blobSha language kind symbol scope signature startByte text doc');
const MENTION_COLUMNS = ['chunkId', 'blobSha', 'language', 'symbol', 'scope'] as const;
const MOST_MENTIONS = 8;

/**
 * Reads what a model is shown of chunks.
 * @returns in the order of the chunks; one that is gone meanwhile is left out
 */
async function readContexts(
  store: SearchReader,
  { paths }: Choice,
  chunks: readonly ChosenChunk[],
): Promise<{ chunk: ChosenChunk; context: ChunkContext }[]> {
  const rows = await store.rows({ chunkIds: chunks.map(({ chunkId }) => chunkId) }, CONTEXT_COLUMNS);
  const byId = new Map(rows.map((row) => [row.chunkId, row]));
  const outlines = await readOutlines(store, rows);
  const out: { chunk: ChosenChunk; context: ChunkContext }[] = [];
  for (const chunk of chunks) {
    const row = byId.get(chunk.chunkId);
    if (row === undefined) continue;
    const { kind, language, text, doc, startByte } = row;
    const outline = outlines
      .get(rowKeyOf(row))!
      .filter((other) => other.startByte !== startByte)
      .map(({ signature }) => signature);
    const mentions = await readMentions(store, paths, row);
    out.push({ chunk, context: { path: chunk.path, language, kind, name: nameOf(row), text, doc, outline, mentions } });
  }
  return out;
}

function nameOf({ scope, symbol, signature }: { scope: string[]; symbol: string; signature: string }): string {
  return qualifiedName({ scope, symbol }) || signature;
}

async function readOutlines(
  store: SearchReader,
  rows: readonly { blobSha: string; language: string }[],
): Promise<Map<BlobKey, { signature: string; startByte: number }[]>> {
  const blobs = [...new Set(rows.map(rowKeyOf))];
  const found = await store.rows({ blobs }, ['blobSha', 'language', 'signature', 'startByte', 'part']);
  const outlines = new Map<BlobKey, { signature: string; startByte: number }[]>(blobs.map((key) => [key, []]));
  for (const { blobSha, language, signature, startByte, part } of found) {
    if (signature !== '' && part <= 1) outlines.get(rowKeyOf({ blobSha, language }))!.push({ signature, startByte });
  }
  for (const outline of outlines.values()) outline.sort((a, b) => a.startByte - b.startByte);
  return outlines;
}

/** Places of the view that mention its name, the same ones whatever else the table holds. */
async function readMentions(
  store: SearchReader,
  paths: ReadonlyMap<BlobKey, string>,
  { chunkId, symbol }: { chunkId: string; symbol: string },
): Promise<string[]> {
  const name = joinedName(symbol);
  if (name === '') return [];
  const ranking = { weights: new Map([[REFERS + name, 1]]), averageWords: 100 };
  const found = await store.bestByWords(
    ranking,
    (blob) => paths.has(rowKeyOf(blob)),
    MOST_MENTIONS + 1,
    MENTION_COLUMNS,
  );
  const others = found.filter((row) => row.chunkId !== chunkId).slice(0, MOST_MENTIONS);
  return others.map((row) => `${paths.get(rowKeyOf(row))!} ${qualifiedName(row)}`.trim()).sort();
}
