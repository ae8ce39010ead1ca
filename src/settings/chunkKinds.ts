/** The kinds that a person or an agent may choose from, in the order in which they are named. */

import type { ChunkKind, ReferenceKind } from '../base/types.ts';

/** Of chunks. */
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

/** Of mentions. */
export const MENTIONS = ['call', 'import', 'inherit', 'type', 'link'] as const satisfies readonly ReferenceKind[];
