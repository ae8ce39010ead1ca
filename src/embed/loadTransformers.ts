/**
 * The optional peer @huggingface/transformers (or its predecessor @xenova/transformers), loaded only when asked for:
 * with its runtime it is 474 MB, so nobody gets it by default. Nothing here knows of vectors.
 */

import { CoraError } from '../base/errors.ts';
import type { Log } from '../base/types.ts';
import type { Dtype } from './parseEmbedderSpec.ts';

/** The little of the package that is used, the same in both and in all their versions since 2.17. */
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

export interface LoadedPackage {
  transformers: TransformersPackage;
  /** How this package is told the precision of the weights. */
  precision(dtype: Dtype): Record<string, unknown>;
}

const PACKAGES = [
  { name: '@huggingface/transformers', precision: (dtype: Dtype) => ({ dtype }) },
  { name: '@xenova/transformers', precision: (dtype: Dtype) => ({ quantized: dtype === 'q8' }) },
] as const;

/** A variable keeps bundlers and the type checker from looking for the package. */
export const importPackage = (name: string): Promise<unknown> => import(name);

/** @throws CoraError EMBEDDER_MISSING where neither is installed, EMBEDDER where one is but does not load */
export async function loadTransformers(
  log: Log,
  importer: (name: string) => Promise<unknown> = importPackage,
): Promise<LoadedPackage> {
  for (const { name, precision } of PACKAGES) {
    const found = await importIfThere(name, importer);
    if (found === null) continue;
    log.debug(`${name} loaded`);
    return { transformers: found, precision };
  }
  throw new CoraError(
    'EMBEDDER_MISSING',
    'A transformers model needs the package @huggingface/transformers, which is not installed beside Cora.',
    {
      hint: 'ONNXRUNTIME_NODE_INSTALL=skip npm install --save-dev cora-query @huggingface/transformers',
    },
  );
}

async function importIfThere(
  name: string,
  importer: (name: string) => Promise<unknown>,
): Promise<TransformersPackage | null> {
  try {
    const found = await importer(name);
    // A placeholder put there by an override is as good as nothing.
    return isTransformers(found) ? found : null;
  } catch (cause) {
    if (isNotFound(cause, name)) return null;
    throw new CoraError('EMBEDDER', `${name} is installed but does not load.`, {
      hint: `npm rebuild, or install ${name} again`,
      cause,
    });
  }
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

/** The package itself is missing, not one of its dependencies. */
function isNotFound(error: unknown, name: string): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false;
  const isMissing = error.code === 'ERR_MODULE_NOT_FOUND' || error.code === 'MODULE_NOT_FOUND';
  return isMissing && error.message.includes(`'${name}'`);
}
