/**
 * A cross-encoder as a reranker: a transformer that reads the query and a text together. Slower
 * than comparing vectors and better, so it is for the best few. See openTransformersModel.ts for
 * where models come from.
 */

import { CoraError } from '../base/errors.ts';
import type { Reranker } from '../base/types.ts';
import { runInBatches } from './batches.ts';
import { type EmbedderSpec, parseEmbedderSpec } from './parseEmbedderSpec.ts';
import {
  BATCH_LIMITS,
  type Model,
  openTransformersModel,
  type Tensor,
  type Tokenizer,
  type TransformersPackage,
  type TransformersSurroundings,
  tokenizeWithin,
  windowOf,
} from './transformersModel.ts';

interface CrossEncoder {
  tokenizer: Tokenizer;
  model: Model;
}

/**
 * @param setting `transformers:HUB/MODEL` or `transformers:./FOLDER`, with `?dtype=`
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
 * At most half of the window, so that as much is left for the other text. A long query has its
 * question at the end.
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

/** One label is the log-odds that the text answers; two are those of no and of yes. */
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
