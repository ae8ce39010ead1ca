/**
 * Holds what all embedders behind HTTP share: batches, the probe that learns the dimensions, texts
 * too large, blank texts, and the error that tells a person what to do. A provider brings its
 * limits, its words and one request.
 */

import type { CoraError } from '../base/errors.ts';
import { fingerprintOf } from '../base/identity.ts';
import type { Embedder, Log } from '../base/types.ts';
import { explainFailure, type FailureWords, HttpFailure, type Service } from '../net/retrying.ts';
import { type BatchLimits, batchEnd, embedFilled, smallerLimits, truncateText } from './batches.ts';
import { type EmbedderSpec, embedderId } from './parseEmbedderSpec.ts';
import { unitVectors } from './unitVectors.ts';

export interface RemoteService extends Omit<Service, 'model'> {
  spec: EmbedderSpec;
  /** Further values that tell its vectors from others'; never a key. */
  identity: readonly string[];
  /** Where neither the setting nor the service's documentation says, a probe request tells. */
  knownDimensions: number | undefined;
  limits: BatchLimits;
  /**
   * One request: a vector for each text, in order. Throws HttpFailure, or CoraError for an answer
   * of another shape.
   */
  request(texts: readonly string[], kind: 'document' | 'query', signal?: AbortSignal): Promise<ArrayLike<unknown>[]>;
  log: Log;
}

/** Raised when the same text would be cut, checked or scaled differently. */
const REMOTE_VERSION = 1;

/** A text that no longer fits although it is this short will never fit. */
const MIN_CHARACTERS = 64;

export async function createRemoteEmbedder(service: RemoteService): Promise<Embedder> {
  const { provider, model } = service.spec;
  const dimensions = service.spec.dimensions ?? service.knownDimensions ?? (await probe(service));
  let limits = service.limits;

  /** Halves the batch, then the text, until the service takes it. */
  async function embedBatch(
    texts: string[],
    kind: 'document' | 'query',
    signal?: AbortSignal,
  ): Promise<Float32Array[]> {
    try {
      return unitVectors(await service.request(texts, kind, signal), texts.length, dimensions, service.name);
    } catch (error) {
      if (!(error instanceof HttpFailure)) throw error;
      const only = texts.length === 1 ? texts[0]! : null;
      if (!error.tooLarge || (only !== null && only.length <= MIN_CHARACTERS)) throw explain(error, service);
      if (only !== null) {
        service.log.debug(`${service.name}: a text of ${only.length} characters is too long; embedding its first half`);
        return embedBatch([truncateText(only, only.length >> 1)], kind, signal);
      }
      limits = smallerLimits(limits, texts);
      const half = texts.length >> 1;
      return [
        ...(await embedBatch(texts.slice(0, half), kind, signal)),
        ...(await embedBatch(texts.slice(half), kind, signal)),
      ];
    }
  }

  return {
    id: embedderId(service.spec),
    dimensions,
    fingerprint: fingerprintOf([provider, REMOTE_VERSION, model, dimensions, ...service.identity]),
    embed: (texts, kind, signal) =>
      embedFilled(texts, dimensions, async (filled) => {
        const vectors: Float32Array[] = [];
        const cut = filled.map((text) => truncateText(text, limits.characters));
        while (vectors.length < cut.length) {
          const from = vectors.length;
          vectors.push(...(await embedBatch(cut.slice(from, batchEnd(cut, from, limits)), kind, signal)));
          service.log.debug(`${service.name}: ${vectors.length} of ${cut.length} texts embedded`);
        }
        return vectors;
      }),
  };
}

async function probe(service: RemoteService): Promise<number> {
  try {
    const [vector] = unitVectors(await service.request(['dimensions'], 'document'), 1, null, service.name);
    return vector!.length;
  } catch (error) {
    throw error instanceof HttpFailure ? explain(error, service) : error;
  }
}

const WORDS: FailureWords = {
  codes: { failed: 'EMBEDDER', refused: 'EMBEDDER_AUTH', missing: 'EMBEDDER' },
  hints: {
    quota: 'wait, or check the quota of this key; what was embedded so far is kept by the next run',
    failed: 'run again; if it stays, choose another model with --embedder',
  },
};

function explain(failure: HttpFailure, service: RemoteService): CoraError {
  return explainFailure(failure, { ...service, model: service.spec.model }, WORDS);
}
