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
  it('finds whole terms only, more different terms first', () => {
    const found = matchWordTail(tail, new Set(['http', 'server']), 10);
    expect(found.map(({ chunkId }) => chunkId)).toEqual(['2', '1']);
  });

  it('cuts at the limit and gives no words away', () => {
    const found = matchWordTail(tail, new Set(['http', 'server', 'def:http']), 1);
    expect(found).toEqual([{ chunkId: '2', blobSha: 'b', language: 'go', score: 2 }]);
  });
});
