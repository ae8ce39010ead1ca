/** The page's own SHA-256 gives what Node's gives. */

import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import * as node from '../../../../src/base/sha256.ts';
import { sha256Hex } from '../../../../src/web/static/sha256.ts';

it('gives the digests of the standard', () => {
  expect(sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('gives what Node gives, for every length around the ends of blocks and for all characters', () => {
  for (let length = 0; length < 200; length++) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + length) & 255);
    const digest = createHash('sha256').update(bytes).digest('hex');
    expect([sha256Hex(bytes), node.sha256Hex(bytes)], `${length} bytes`).toEqual([digest, digest]);
  }
  for (const text of ['ä', '\u{1f600}'.repeat(40), 'a\0b', '\ud800'])
    expect(sha256Hex(text)).toBe(node.sha256Hex(text));
  for (const length of [2, 20_000]) {
    const parts = ['one', new Uint8Array(length).fill(7), 'tw\u00f6', '\ud800'];
    expect(sha256Hex(...parts)).toBe(node.sha256Hex(...parts));
  }
});
