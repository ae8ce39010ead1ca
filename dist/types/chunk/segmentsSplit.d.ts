/** A group of pieces to its chunks: one, or several where it holds more lines or bytes than a chunk may. */
import type { Chunk } from '../types.ts';
import { type Group } from './segmentsGroup.ts';
import type { Source } from './source.ts';
export declare function splitGroup(source: Source, group: Group): Chunk[];
