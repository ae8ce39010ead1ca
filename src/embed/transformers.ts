/**
 * Transformer models in this process, through the optional package @huggingface/transformers: a folder on disk, or a
 * model of the Hugging Face hub, which is downloaded once. The only place that lets that package near the network.
 */

import { homedir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { CoraError } from '../errors.ts';
import { fingerprintOf } from '../identity.ts';
import type { Embedder, Log } from '../types.ts';
import { batchEnd, truncateText } from './batches.ts';
import {
  type FeatureExtraction,
  importPackage,
  loadTransformers,
  type TransformersPackage,
} from './loadTransformers.ts';
import { meanPool } from './meanPool.ts';
import { digestModelFolder, folderOf } from './modelFolder.ts';
import { type EmbedderSpec, embedderId } from './parseEmbedderSpec.ts';
import { tokenizeWithin } from './tokenizeWithin.ts';
import { unitVectors } from './unitVectors.ts';

/** Raised when the same text would be cut or pooled differently. */
const TRANSFORMERS_VERSION = 1;

/** Memory grows with texts × tokens², so batches stay small and no window is longer than this. */
const LIMITS = { texts: 16, tokens: 8_192, characters: 32_000 };
const MAX_TOKENS = 2_048;

/** These count positions from padding_idx + 1. */
const OFFSET_POSITIONS = new Set(['roberta', 'xlm-roberta', 'camembert', 'mpnet']);
const ERRORS_ONLY = 40;

export async function createTransformersEmbedder(
  spec: EmbedderSpec,
  env: Record<string, string | undefined>,
  log: Log,
  importer: (name: string) => Promise<unknown> = importPackage,
): Promise<Embedder> {
  const dtype = spec.dtype ?? 'fp32';
  const folder = folderOf(spec.model);
  const identity = folder === null ? spec.model : await digestModelFolder(folder, dtype);
  const { transformers, precision } = await loadTransformers(log, importer);
  configure(transformers, folder, env);
  const name = folder === null ? spec.model : (folder.split(/[/\\]/).at(-1) ?? folder);
  const extractor = await load(
    transformers,
    folder ?? spec.model,
    { ...precision(dtype), progress_callback: progressTo(log, name) },
    env,
  );
  const window = windowOf(extractor);
  const run = async (texts: string[]) => runModel(extractor, texts, window, name);
  const dimensions = (await run(['dimensions']))[0]!.length;
  log.debug(`${name}: ${dimensions} dimensions, ${window} tokens, ${dtype}`);
  return {
    // A folder by its last name only: where it lies is nobody else's business, and `./` keeps it from being sought on the hub.
    id: embedderId({ ...spec, model: folder === null ? spec.model : `./${name}` }),
    dimensions,
    fingerprint: fingerprintOf(['transformers', TRANSFORMERS_VERSION, identity, dtype, dimensions, window]),
    embed: (texts, _kind, signal) => embedInBatches(texts, dimensions, run, log, name, signal),
  };
}

/** The package keeps its settings in one global object. */
function configure(
  { env: settings }: TransformersPackage,
  folder: string | null,
  env: Record<string, string | undefined>,
): void {
  settings.allowLocalModels = true;
  settings.allowRemoteModels = folder === null && !isOffline(env);
  settings.cacheDir = env.CORA_MODELS ?? join(env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'cora', 'models');
  // Newer versions take an absolute path as it is, older ones put it after localModelPath and a slash.
  if (folder !== null) settings.localModelPath = '';
  // Its notes go to the console otherwise, which belongs to the entries.
  if ('logLevel' in settings) settings.logLevel = ERRORS_ONLY;
}

function isOffline(env: Record<string, string | undefined>): boolean {
  return [env.CORA_OFFLINE, env.HF_HUB_OFFLINE, env.TRANSFORMERS_OFFLINE].some(
    (value) => value !== undefined && !['', '0', 'false'].includes(value),
  );
}

async function load(
  transformers: TransformersPackage,
  model: string,
  options: Record<string, unknown>,
  env: Record<string, string | undefined>,
): Promise<FeatureExtraction> {
  try {
    return await transformers.pipeline('feature-extraction', model, options);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message.split('\n')[0] : String(cause);
    const hint = isOffline(env)
      ? 'downloads are off (CORA_OFFLINE, HF_HUB_OFFLINE or TRANSFORMERS_OFFLINE): allow them once, or name a folder: transformers:./FOLDER'
      : 'check the name of the model and that it has ONNX weights for this dtype, or name a folder: transformers:./FOLDER';
    throw new CoraError('EMBEDDER', `The model ${model} does not load: ${why}`, { hint, cause });
  }
}

/** One line when a file begins to arrive and one at each further quarter. */
function progressTo(log: Log, name: string): (event: unknown) => void {
  const told = new Map<string, number>();
  return (event) => {
    const { status, file, progress } = event as { status?: string; file?: string; progress?: number };
    if (status !== 'progress' || file === undefined || progress === undefined) return;
    const quarter = Math.floor(progress / 25);
    if ((told.get(file) ?? -1) >= quarter) return;
    told.set(file, quarter);
    log.info(`${name}: ${file} ${Math.floor(progress)} %`);
  };
}

/** Tokens of one text. A tokenizer without a limit of its own would overrun the model's position table. */
function windowOf({ tokenizer, model }: FeatureExtraction): number {
  const { max_position_embeddings: positions = MAX_TOKENS, model_type: type = '' } = model.config;
  const usable = OFFSET_POSITIONS.has(type) ? positions - 2 : positions;
  return Math.max(1, Math.min(tokenizer.model_max_length ?? MAX_TOKENS, usable > 0 ? usable : MAX_TOKENS, MAX_TOKENS));
}

/** Long texts together, so that little of a batch is padding. */
async function embedInBatches(
  texts: string[],
  dimensions: number,
  run: (texts: string[]) => Promise<Float32Array[]>,
  log: Log,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = texts.map(() => new Float32Array(dimensions));
  const order = texts
    .flatMap((text, index) => (/\S/.test(text) ? [index] : []))
    .sort((a, b) => texts[a]!.length - texts[b]!.length || a - b);
  const sorted = order.map((index) => truncateText(texts[index]!, LIMITS.characters));
  for (let from = 0; from < sorted.length; ) {
    // The runtime computes on its own threads, but its promises alone would starve signals and timers.
    await setImmediate();
    if (signal?.aborted) throw new CoraError('ABORTED', 'Embedding was interrupted.');
    const end = batchEnd(sorted, from, LIMITS);
    const embedded = await run(sorted.slice(from, end));
    embedded.forEach((vector, at) => {
      if (vector.length !== dimensions)
        throw new CoraError('EMBEDDER', `${name} changed the length of its vectors to ${vector.length}.`);
      vectors[order[from + at]!] = vector;
    });
    from = end;
    log.debug(`${name}: ${from} of ${sorted.length} texts embedded`);
  }
  return vectors;
}

async function runModel(
  { tokenizer, model }: FeatureExtraction,
  texts: string[],
  window: number,
  name: string,
): Promise<Float32Array[]> {
  const inputs = tokenizeWithin(tokenizer, texts, window);
  const outputs = await model(inputs);
  const hidden = outputs.last_hidden_state ?? outputs.token_embeddings ?? outputs.logits;
  const mask = inputs.attention_mask;
  if (hidden === undefined || mask === undefined || hidden.dims.length !== 3) {
    const hint = 'choose a model for feature extraction (sentence-transformers, BGE, E5, jina-embeddings, …)';
    throw new CoraError('EMBEDDER', `${name} has no output [texts, tokens, dimensions].`, { hint });
  }
  return unitVectors(meanPool(hidden, mask), texts.length, null, name);
}
