/**
 * Transformer models as embedders, in this process: see openTransformersModel.ts for where they
 * come from.
 */

import { CoraError } from '../base/errors.ts';
import { fingerprintOf } from '../base/identity.ts';
import type { Embedder } from '../base/types.ts';
import { embedFilled, refuseAborted, runInBatches } from './batches.ts';
import { type EmbedderSpec, embedderId } from './parseEmbedderSpec.ts';
import {
  BATCH_LIMITS,
  digestModelFolder,
  type FeatureExtraction,
  openTransformersModel,
  type Tensor,
  type TransformersSurroundings,
  tokenizeWithin,
  windowOf,
} from './transformersModel.ts';
import { unitVectors } from './unitVectors.ts';

/** Raised when the same text would be cut or pooled differently. */
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
    // `./` keeps a folder from being sought on the hub.
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

// Mean pooling: the vector of a text is the average of its tokens' vectors, padding left out
// (Reimers & Gurevych 2019).

/** @param hidden [texts, tokens, dimensions]; @param mask [texts, tokens], 0 for padding
 *  @returns one row of `dimensions` sums divided by the number of tokens, for each text */
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
