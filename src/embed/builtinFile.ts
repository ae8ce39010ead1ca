/** The weights of the built-in embedder, from the file that is shipped with the package. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CoraError, ifAbsent } from '../base/errors.ts';
import { type BuiltinModel, builtinModelOf, WEIGHTS_HINT } from './builtin.ts';

/** Beside the bundle in dist; in model/ when run from source. */
const PLACES = ['./builtin.bin', '../../model/builtin.bin'];

/** @throws CoraError EMBEDDER where the file is missing, cut short or of another format */
export function readBuiltinModel(path?: string): BuiltinModel {
  return builtinModelOf(readFirst(path === undefined ? placesOfWeights() : [path]));
}

/** @throws CoraError EMBEDDER where the file is missing */
export function readBuiltinWeights(): Uint8Array {
  return readFirst(placesOfWeights());
}

function placesOfWeights(): string[] {
  return PLACES.map((place) => fileURLToPath(new URL(place, import.meta.url)));
}

function readFirst(paths: readonly string[]): Uint8Array {
  let cause: unknown;
  for (const path of paths) {
    try {
      return readFileSync(path);
    } catch (error) {
      cause = ifAbsent(error)(error);
    }
  }
  throw new CoraError('EMBEDDER', 'The weights of the built-in embedder are missing.', { hint: WEIGHTS_HINT, cause });
}
