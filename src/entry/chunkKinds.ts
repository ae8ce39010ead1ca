/** The kinds of chunks that a person or an agent may choose from, in the order in which they are named. */

import type { ChunkKind } from '../index.ts';

export const KINDS = [
  'function',
  'method',
  'class',
  'interface',
  'type',
  'enum',
  'constant',
  'module',
  'section',
  'object',
  'text',
] as const satisfies readonly ChunkKind[];
