import { describe, expect, it } from 'vitest';
import { matchWordTail } from '../../../src/store/searchTable.ts';

const row = (chunkId: string, text: string) => ({
  row: { chunkId, blobSha: 'b', language: 'go' },
  words: text.split(' '),
});
const tail = {
  version: 1,
  columns: [],
  rows: [row('1', 'http http http http'), row('2', 'http server'), row('3', 'def:http'), row('4', 'serve')],
};

describe('matchWordTail', () => {
  it('finds whole terms only', () => {
    const found = matchWordTail(tail, new Set(['http', 'server']));
    expect(found.map(({ chunkId }) => chunkId)).toEqual(['1', '2']);
  });

  it('gives no words away', () => {
    const found = matchWordTail(tail, new Set(['server', 'def:http']));
    expect(found).toEqual(['2', '3'].map((chunkId) => ({ chunkId, blobSha: 'b', language: 'go', score: 0 })));
  });
});
