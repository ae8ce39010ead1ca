/**
 * Loads a model with the optional package @huggingface/transformers, from a folder or from the hub,
 * with its tokenizer, and cuts texts to its window. Only this file lets that package use the
 * network. It knows nothing of vectors.
 */

import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CoraError, codeOf } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import type { Dtype, EmbedderSpec } from './parseEmbedderSpec.ts';

export interface TransformersSurroundings {
  env: Record<string, string | undefined>;
  log: Log;
  importer?: (name: string) => Promise<unknown>;
}

interface OpenedModel<T> {
  model: T;
  /** For messages and ids. For a folder it is only the last name, because its place is private. */
  name: string;
  /** The model's folder; null for a model of the hub. */
  folder: string | null;
}

const ERRORS_ONLY = 40;

/**
 * @param load the loader of the package that takes the model's name or folder, and options
 * @throws CoraError EMBEDDER_MISSING without the package, EMBEDDER for a model that is not there or
 * does not load
 */
export async function openTransformersModel<T>(
  { model, dtype = 'fp32' }: Pick<EmbedderSpec, 'model' | 'dtype'>,
  { env, log, importer = importPackage }: TransformersSurroundings,
  load: (transformers: TransformersPackage, model: string, options: Record<string, unknown>) => Promise<T>,
): Promise<OpenedModel<T>> {
  const folder = modelFolderOf(model);
  if (folder !== null) await requireModelFiles(folder, dtype);
  const transformers = await loadTransformers(log, importer);
  const cacheDir = configure(transformers, folder, env);
  const name = folder === null ? model : (folder.split(/[/\\]/).at(-1) ?? folder);
  const place = folder ?? model;
  const isHere = (file: string): boolean => folder !== null || existsSync(join(cacheDir, model, file));
  const options = { dtype, progress_callback: progressTo(log, name, isHere) };
  return { model: await withReason(() => load(transformers, place, options), place, env), name, folder };
}

/**
 * The package keeps its settings in one global object, so models are opened one after the other.
 * @returns the folder in which models of the hub are kept
 */
function configure(
  { env: settings }: TransformersPackage,
  folder: string | null,
  env: Record<string, string | undefined>,
): string {
  const cacheDir = env.CORA_MODELS ?? join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cora', 'models');
  settings.allowLocalModels = true;
  settings.allowRemoteModels = folder === null && !isOffline(env);
  settings.cacheDir = cacheDir;
  // Newer versions use an absolute path unchanged, older ones append it to localModelPath and a
  // slash.
  if (folder !== null) settings.localModelPath = '';
  // Otherwise the package writes to the console, which only the program's entry may do.
  if ('logLevel' in settings) settings.logLevel = ERRORS_ONLY;
  return cacheDir;
}

function isOffline(env: Record<string, string | undefined>): boolean {
  return [env.CORA_OFFLINE, env.HF_HUB_OFFLINE, env.TRANSFORMERS_OFFLINE].some(
    (value) => value !== undefined && !['', '0', 'false'].includes(value),
  );
}

async function withReason<T>(
  load: () => Promise<T>,
  model: string,
  env: Record<string, string | undefined>,
): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    const hint = isOffline(env)
      ? 'downloads are off (CORA_OFFLINE, HF_HUB_OFFLINE or TRANSFORMERS_OFFLINE): allow them once, or name a folder: transformers:./FOLDER'
      : 'check the name of the model and that it has ONNX weights for this dtype, or name a folder: transformers:./FOLDER';
    throw new CoraError('EMBEDDER', `The model ${model} cannot be loaded: ${why}`, { hint, cause });
  }
}

/**
 * Logs a line when a file's download begins and at each further quarter; none for a file on disk.
 */
function progressTo(log: Log, name: string, isHere: (file: string) => boolean): (event: unknown) => void {
  const told = new Map<string, number>();
  return (event) => {
    const { status, file, progress } = event as { status?: string; file?: string; progress?: number };
    if (file === undefined) return;
    if (status === 'initiate' && isHere(file)) told.set(file, Number.POSITIVE_INFINITY);
    if (status !== 'progress' || progress === undefined) return;
    const quarter = Math.floor(progress / 25);
    if ((told.get(file) ?? -1) >= quarter) return;
    told.set(file, quarter);
    log.info(`${name}: ${file} ${Math.floor(progress)} %`);
  };
}

// The optional package @huggingface/transformers, loaded only when needed. With its runtime it has
// 474 MB, so it is not installed by default.

/** The parts of the package that are used. They are the same in all versions since 3. */
export interface TransformersPackage {
  env: {
    allowRemoteModels: boolean;
    allowLocalModels: boolean;
    localModelPath: string;
    cacheDir: string | null;
    logLevel?: number;
  };
  pipeline(task: 'feature-extraction', model: string, options: Record<string, unknown>): Promise<FeatureExtraction>;
  AutoTokenizer: Pretrained<Tokenizer>;
  AutoModelForSequenceClassification: Pretrained<Model>;
}

interface Pretrained<T> {
  from_pretrained(model: string, options: Record<string, unknown>): Promise<T>;
}

export interface Tensor {
  data: ArrayLike<number | bigint>;
  dims: readonly number[];
}

export interface Tokenizer {
  (texts: string[], options: Record<string, unknown>): Record<string, Tensor>;
  model_max_length?: number | null;
}

export interface Model {
  (inputs: Record<string, Tensor>): Promise<Record<string, Tensor | undefined>>;
  config: { max_position_embeddings?: number; model_type?: string };
}

/** A model with the tokenizer that it was trained with. */
export interface FeatureExtraction {
  tokenizer: Tokenizer;
  model: Model;
}

const PACKAGE = '@huggingface/transformers';

/** The name is a variable, so that bundlers and the type checker do not look for the package. */
const importPackage = (name: string): Promise<unknown> => import(name);

/** @throws CoraError EMBEDDER_MISSING if it is not installed, EMBEDDER if it does not load */
export async function loadTransformers(
  log: Log,
  importer: (name: string) => Promise<unknown> = importPackage,
): Promise<TransformersPackage> {
  const found = await importer(PACKAGE).catch((cause: unknown) => {
    if (isNotFound(cause)) return null;
    throw new CoraError('EMBEDDER', `${PACKAGE} is installed but cannot be loaded.`, {
      hint: `npm rebuild, or install ${PACKAGE} again`,
      cause,
    });
  });
  // An override in package.json may have put a placeholder there, which is useless.
  if (!isTransformers(found))
    throw new CoraError(
      'EMBEDDER_MISSING',
      `A transformers model needs the package ${PACKAGE}, which is not installed beside Cora.`,
      { hint: `ONNXRUNTIME_NODE_INSTALL=skip npm install --save-dev cora-query ${PACKAGE}` },
    );
  log.debug(`${PACKAGE} loaded`);
  return found;
}

function isTransformers(found: unknown): found is TransformersPackage {
  return (
    typeof found === 'object' &&
    found !== null &&
    'pipeline' in found &&
    typeof found.pipeline === 'function' &&
    'env' in found
  );
}

/** True if the package itself is missing, not one of its dependencies. */
function isNotFound(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  return isMissing && error.message.includes(`'${PACKAGE}'`);
}

// A model on disk in the layout of transformers.js: is it complete, and which model is it.

const WEIGHTS: Readonly<Record<Dtype, string>> = {
  fp32: 'onnx/model.onnx',
  fp16: 'onnx/model_fp16.onnx',
  q8: 'onnx/model_quantized.onnx',
};
const NEEDED = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

/**
 * Returns the path of a folder (`./m`, `../m`, `/m`, `~/m`, `C:\m`); null for the name of a model
 * on the hub.
 */
function modelFolderOf(model: string): string | null {
  if (model.startsWith('~/')) return join(homedir(), model.slice(2));
  return /^(\.{1,2}([/\\]|$)|[/\\]|[A-Za-z]:[/\\])/.test(model) ? resolve(model) : null;
}

/**
 * Returns the names of the files that the model needs.
 * @throws CoraError EMBEDDER that names what is missing
 */
async function requireModelFiles(folder: string, dtype: Dtype): Promise<string[]> {
  const needed = [...NEEDED, WEIGHTS[dtype]];
  const missing: string[] = [];
  for (const name of needed) if (!(await isFile(join(folder, name)))) missing.push(name);
  if (missing.length > 0) {
    const hint = missing.includes(WEIGHTS[dtype])
      ? 'choose other weights with ?dtype=fp32, fp16 or q8, or export the model to ONNX'
      : 'copy the whole folder of the model';
    throw new CoraError('EMBEDDER', `The model folder ${folder} has no ${missing.join(', no ')}.`, { hint });
  }
  return needed;
}

/**
 * Returns a hash of everything in the folder that affects vectors. The folder's place does not
 * count.
 * @throws CoraError EMBEDDER that names what is missing
 */
export async function digestModelFolder(folder: string, dtype: Dtype): Promise<string> {
  const needed = await requireModelFiles(folder, dtype);
  // Weights above 2 GB have a second file.
  const external = `${WEIGHTS[dtype]}_data`;
  if (await isFile(join(folder, external))) needed.push(external);
  const hash = createHash('sha256');
  for (const name of needed) {
    hash.update(`\0${name}\0`);
    await pipeline(createReadStream(join(folder, name)), hash, { end: false });
  }
  return hash.digest('hex').slice(0, 32);
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return false;
    throw new CoraError('EMBEDDER', `The model folder cannot be read: ${path}.`, {
      hint: 'check who may read it (ls -ld), or name another model with --embedder',
      cause: error,
    });
  }
}

// Turns texts into token ids that fit a model's window.

/** Memory grows with texts × tokens², so batches are small and no window is longer than this. */
export const BATCH_LIMITS = { texts: 16, tokens: 8_192, characters: 32_000 };
const MAX_TOKENS = 2_048;
/** Models that count positions from padding_idx + 1. */
const OFFSET_POSITIONS = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet']);

/**
 * @param window the most tokens of one text (or pair), special ones included
 * @param seconds the text that each one is paired with; the end of these is cut first
 * @returns the model's inputs, `[texts, tokens]` each, padded to the longest text
 */
export function tokenizeWithin(
  tokenizer: Tokenizer,
  texts: string[],
  window: number,
  seconds?: string[],
): Record<string, Tensor> {
  const pairs = seconds === undefined ? {} : { text_pair: seconds };
  const inputs = tokenizer(texts, { ...pairs, padding: true, truncation: true, max_length: window });
  const { input_ids: ids, attention_mask: mask } = inputs;
  if (ids !== undefined && mask !== undefined && ids.dims[1] === window) closeCutTexts(ids, mask, window, tokenizer);
  return inputs;
}

/**
 * Restores the closing token ([SEP], </s>), which the package cuts off with the rest: models were
 * trained to see it at the end.
 */
function closeCutTexts(ids: Tensor, mask: Tensor, window: number, tokenizer: Tokenizer): void {
  const frame = tokenizer([''], {}).input_ids?.data ?? [];
  // With at most one token nothing closes a text.
  if (frame.length < 2) return;
  const closing = frame[frame.length - 1]!;
  const data = ids.data as { [at: number]: number | bigint };
  for (let last = window - 1; last < ids.data.length; last += window) {
    if (Number(mask.data[last]) !== 0) data[last] = closing;
  }
}

/**
 * Returns the most tokens of one text. A tokenizer without a limit of its own would exceed the
 * model's table of positions.
 */
export function windowOf({ tokenizer, model }: { tokenizer: Tokenizer; model: Model }): number {
  const { max_position_embeddings: positions = MAX_TOKENS, model_type: type = '' } = model.config;
  const usable = OFFSET_POSITIONS.has(type) ? positions - 2 : positions;
  return Math.max(1, Math.min(tokenizer.model_max_length ?? MAX_TOKENS, usable > 0 ? usable : MAX_TOKENS, MAX_TOKENS));
}
