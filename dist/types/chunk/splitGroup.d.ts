/** A group of pieces to its chunks: one, or several where it holds more lines or bytes than a chunk may. It is cut at blank lines
 * and low indentation, and inside a line only where that alone is too long. */
import { type Bounds } from '../base/frame.ts';
import type { Chunk } from '../base/types.ts';
import { type Group } from './groupPieces.ts';
import { type Source } from './source.ts';
export declare function splitGroup(source: Source, group: Group, bounds: Bounds): Chunk[];
