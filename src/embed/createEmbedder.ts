/**
 * Creates the embedder that a setting names. The built-in one reads its weights from a file that is
 * shipped with the package.
 */

import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CoraError, ifAbsent } from '../base/errors.ts';
import type { Embedder, Log } from '../base/types.ts';
import type { HttpPolicy } from '../net/retrying.ts';
import { type BuiltinModel, builtinModelOf, createBuiltinEmbedder, damagedWeights, WEIGHTS_HINT } from './builtin.ts';
import { createHashEmbedder } from './hash.ts';
import type { EmbedderSpec, ProviderName } from './parseEmbedderSpec.ts';

type Create = (...request: Parameters<typeof createEmbedder>) => Promise<Embedder>;

/** The functions that create embedders. Providers that are not built in are loaded when needed. */
const CREATE: Readonly<Record<ProviderName, Create>> = {
  builtin: async () => createBuiltinEmbedder(readBuiltinModel()),
  hash: async (spec) => createHashEmbedder(spec.dimensions),
  transformers: async (spec, env, log) =>
    (await import('./transformers.ts')).createTransformersEmbedder(spec, { env, log }),
  ollama: async (...request) => (await import('./remoteProviders.ts')).createOllamaEmbedder(...request),
  openai: async (...request) => (await import('./remoteProviders.ts')).createOpenaiLikeEmbedder(...request),
  voyage: async (...request) => (await import('./remoteProviders.ts')).createOpenaiLikeEmbedder(...request),
};

/**
 * @param env keys and addresses (OPENAI_API_KEY, OPENAI_BASE_URL, VOYAGE_API_KEY, OLLAMA_HOST, …)
 * @param policy how long and how often to ask a remote service
 * @throws CoraError EMBEDDER, EMBEDDER_AUTH, EMBEDDER_MISSING or CONFIG; a remote service may be
 * asked once for the length of its vectors
 */
export function createEmbedder(
  spec: EmbedderSpec,
  env: Record<string, string | undefined>,
  log: Log,
  policy?: HttpPolicy,
): Promise<Embedder> {
  return CREATE[spec.provider](spec, env, log, policy);
}

// The weights of the built-in embedder, from the file that is shipped with the package.

/** Beside the bundle in dist, or in model/ when run from source. */
const PLACES = ['./builtin.bin', '../../model/builtin.bin'];

let known: BuiltinModel | undefined;

/** @throws CoraError EMBEDDER if the file is missing, cut short or of another format */
export function readBuiltinModel(path?: string): BuiltinModel {
  if (path !== undefined) return modelIn([path]);
  // One for all repositories of a process. Its file stays open, and a new installation of Cora
  // writes a new file.
  known ??= modelIn(placesOfWeights());
  return known;
}

function modelIn(paths: readonly string[]): BuiltinModel {
  const file = firstOf(paths, (path) => openSync(path, 'r'));
  try {
    return builtinModelOf({
      size: fstatSync(file).size,
      readInto: (at, target) => {
        if (readSync(file, target, 0, target.length, at) < target.length) throw damagedWeights();
      },
    });
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

/** @throws CoraError EMBEDDER if the file is missing */
export function readBuiltinWeights(): Uint8Array {
  return firstOf(placesOfWeights(), (path) => readFileSync(path));
}

function placesOfWeights(): string[] {
  return PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
}

function firstOf<T>(paths: readonly string[], read: (path: string) => T): T {
  let cause: unknown;
  for (const path of paths) {
    try {
      return read(path);
    } catch (error) {
      cause = ifAbsent(error)(error);
    }
  }
  throw new CoraError('EMBEDDER', 'The weights of the built-in embedder are missing.', { hint: WEIGHTS_HINT, cause });
}
