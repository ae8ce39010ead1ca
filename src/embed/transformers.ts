/**
 * Transformer models in this process, as embedders and as rerankers. transformersModel.ts loads
 * them.
 */

import { CoraError } from '../base/errors.ts';
import { fingerprintOf } from '../base/identity.ts';
import type { Embedder, Reranker } from '../base/types.ts';
import { embedFilled, refuseAborted, runInBatches, unitVectors } from './batches.ts';
import { type EmbedderSpec, embedderId, parseEmbedderSpec } from './parseEmbedderSpec.ts';
import {
  BATCH_LIMITS,
  digestModelFolder,
  type FeatureExtraction,
  type Model,
  openTransformersModel,
  type Tensor,
  type Tokenizer,
  type TransformersPackage,
  type TransformersSurroundings,
  tokenizeWithin,
  windowOf,
} from './transformersModel.ts';

/** Raise it when the same text would be cut or pooled differently. */
const TRANSFORMERS_VERSION = 1;

export async function createTransformersEmbedder(
  spec: EmbedderSpec,
  surroundings: TransformersSurroundings,
): Promise<Embedder> {
  const { log } = surroundings;
  const dtype = spec.dtype ?? 'fp32';
  const opened = await openTransformersModel(spec, surroundings, (transformers, model, options) =>
    transformers.pipeline('feature-extraction', model, options),
  );
  const { model: extractor, name, folder } = opened;
  const identity = folder === null ? spec.model : await digestModelFolder(folder, dtype);
  const window = windowOf(extractor);
  const run = async (texts: string[]) => runModel(extractor, texts, window, name);
  const dimensions = (await run(['dimensions']))[0]!.length;
  log.debug(`${name}: ${dimensions} dimensions, ${window} tokens, ${dtype}`);
  return {
    // `./` marks a folder, so that it is not looked for on the hub.
    id: embedderId({ ...spec, model: folder === null ? spec.model : `./${name}` }),
    dimensions,
    fingerprint: fingerprintOf(['transformers', TRANSFORMERS_VERSION, identity, dtype, dimensions, window]),
    embed: (texts, _kind, signal) => embedInBatches(texts, dimensions, run, name, signal),
  };
}

/** A text without a token is all zeros. */
function embedInBatches(
  texts: string[],
  dimensions: number,
  run: (texts: string[]) => Promise<Float32Array[]>,
  name: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array[]> {
  return embedFilled(texts, dimensions, async (filled) => {
    const vectors = await runInBatches(filled, BATCH_LIMITS, (batch) => {
      refuseAborted(signal);
      return run(batch);
    });
    const other = vectors.find(({ length }) => length !== dimensions);
    if (other === undefined) return vectors;
    throw new CoraError('EMBEDDER', `${name} changed the length of its vectors to ${other.length}.`);
  });
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

// Mean pooling: a text's vector is the average of its tokens' vectors, without padding (Reimers &
// Gurevych 2019).

/**
 * @param hidden [texts, tokens, dimensions]; @param mask [texts, tokens], 0 for padding
 * @returns for each text the sums of `dimensions` numbers, divided by the number of tokens
 */
export function meanPool(hidden: Tensor, mask: Tensor): Float64Array[] {
  const [texts = 0, tokens = 0, dimensions = 0] = hidden.dims;
  const rows: Float64Array[] = [];
  for (let text = 0; text < texts; text++) {
    const row = new Float64Array(dimensions);
    let counted = 0;
    for (let token = 0; token < tokens; token++) {
      if (Number(mask.data[text * tokens + token]) === 0) continue;
      counted++;
      const start = (text * tokens + token) * dimensions;
      for (let at = 0; at < dimensions; at++) row[at]! += Number(hidden.data[start + at]);
    }
    rows.push(counted === 0 ? row : row.map((sum) => sum / counted));
  }
  return rows;
}

// A cross-encoder as a reranker: a transformer that reads the query and a text together. It is
// slower and better than comparing vectors, so it is for the best few results. transformersModel.ts
// loads it.

interface CrossEncoder {
  tokenizer: Tokenizer;
  model: Model;
}

/**
 * @param setting `transformers:HUB/MODEL` or `transformers:./FOLDER`, with an optional `?dtype=`
 * @throws CoraError CONFIG for another setting, EMBEDDER_MISSING without the package, EMBEDDER for
 * a model that does not load
 */
export async function createCrossEncoder(setting: string, surroundings: TransformersSurroundings): Promise<Reranker> {
  const opened = await openTransformersModel(parseSetting(setting), surroundings, load);
  const window = windowOf(opened.model);
  surroundings.log.debug(`${opened.name}: reranks, ${window} tokens`);
  return {
    score: (query, texts) => {
      const asked = endOf(query, opened.model.tokenizer, window);
      return runInBatches(texts, BATCH_LIMITS, (batch) => scoreBatch(opened.model, asked, batch, window, opened.name));
    },
  };
}

function parseSetting(setting: string): EmbedderSpec {
  if (setting.trim().startsWith('transformers:')) return parseEmbedderSpec(setting);
  throw new CoraError('CONFIG', `The setting "${setting}" names no cross-encoder to rerank with.`, {
    hint: '--rerank transformers:HUB/MODEL (such as Xenova/ms-marco-MiniLM-L-6-v2) or transformers:./FOLDER',
  });
}

async function load(
  { AutoTokenizer, AutoModelForSequenceClassification }: TransformersPackage,
  model: string,
  options: Record<string, unknown>,
): Promise<CrossEncoder> {
  return {
    tokenizer: await AutoTokenizer.from_pretrained(model, options),
    model: await AutoModelForSequenceClassification.from_pretrained(model, options),
  };
}

/**
 * Returns the end of a query, at most half of the window, so that the text has the other half. A
 * long query has its question at the end.
 */
function endOf(query: string, tokenizer: Tokenizer, window: number): string {
  const last = query.slice(-BATCH_LIMITS.characters);
  const tokens = tokenizer([last], {}).input_ids?.dims[1] ?? 0;
  const share = Math.floor(window / 2) / tokens;
  return share >= 1 ? last : last.slice(last.length - Math.floor(last.length * share));
}

async function scoreBatch(
  { tokenizer, model }: CrossEncoder,
  query: string,
  texts: string[],
  window: number,
  name: string,
): Promise<number[]> {
  const inputs = tokenizeWithin(
    tokenizer,
    texts.map(() => query),
    window,
    texts,
  );
  const { logits } = await model(inputs);
  return logOdds(logits, texts.length, name);
}

/**
 * With one label it is the log-odds that the text answers the query. Two labels are the logits of
 * no and yes.
 */
function logOdds(logits: Tensor | undefined, texts: number, name: string): number[] {
  const labels = logits === undefined ? 0 : logits.data.length / texts;
  if (logits === undefined || (labels !== 1 && labels !== 2)) {
    throw new CoraError('EMBEDDER', `${name} has ${labels} labels where a cross-encoder has one, or no and yes.`, {
      hint: 'choose a model for text ranking, such as Xenova/ms-marco-MiniLM-L-6-v2',
    });
  }
  const values = Array.from({ length: logits.data.length }, (_, at) => Number(logits.data[at]));
  const scores =
    labels === 1 ? values : Array.from({ length: texts }, (_, at) => values[2 * at + 1]! - values[2 * at]!);
  if (scores.every(Number.isFinite)) return scores;
  throw new CoraError('EMBEDDER', `${name} answered with something that is not a number.`, {
    hint: 'try other weights with ?dtype=fp32',
  });
}
