/** The form of a row: which columns it has, and what may stand in them. */

import type { ChunkRow } from '../../../../src/base/types.ts';
import type { RowWords } from '../../../../src/engine/rowWords.ts';

const isText = (value: unknown): boolean => typeof value === 'string';
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;
const isListOf = (value: unknown, isOne: (one: never) => boolean): boolean =>
  Array.isArray(value) && value.every((one) => isOne(one as never));

type Forms = Record<keyof ChunkRow, (value: never) => boolean> & { words: (value: never) => boolean };

const FORMS: Forms = {
  ...{ chunkId: (id: string) => /^[0-9a-f]{16}$/.test(id), contentHash: (hash: string) => /^[0-9a-f]{32}$/.test(hash) },
  ...{ blobSha: (sha: string) => /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(sha), language: isText, kind: isText },
  ...{ symbol: isText, signature: isText, nodeType: isText, redacted: isText, frame: isText, parentChunk: isText },
  ...{ text: isText, doc: isText, searchText: isText, startLine: isCount, endLine: isCount, startByte: isCount },
  ...{ endByte: isCount, part: isCount, parts: isCount, tokens: isCount },
  scope: (scope) => isListOf(scope, isText),
  defines: (defines) =>
    isListOf(defines, ({ name, kind, startLine, endLine }: ChunkRow['defines'][number]) =>
      [isText(name), isText(kind), isCount(startLine), isCount(endLine)].every(Boolean),
    ),
  references: (references) =>
    isListOf(references, ({ name, kind, from }: ChunkRow['references'][number]) =>
      [isText(name), isText(kind), from === undefined || isText(from)].every(Boolean),
    ),
  vector: (vector: unknown) => vector instanceof Float32Array,
  words: ({ hash, length, counts, distinct }: RowWords) =>
    isCount(hash) && isCount(length) && typeof counts === 'function' && typeof distinct === 'function',
};

export const ROW_COLUMNS = Object.keys(FORMS).filter((name) => name !== 'words') as (keyof ChunkRow)[];

/** @returns columns with values that have not their form */
export function wrongColumns(row: object): string[] {
  return Object.entries(row).flatMap(([name, value]) => {
    const isRight = FORMS[name as keyof Forms] as ((value: unknown) => boolean) | undefined;
    return isRight === undefined || isRight(value) ? [] : [`${name}: ${String(value)}`];
  });
}
