/** Any byte that changes in a sealed file is seen; a file of before is believed. */

import { describe, expect, it } from 'vitest';
import { areBytesWhole, isJsonWhole, sealBytes, sealJson } from '../../../src/disk/replaceFile.ts';

describe('a sealed file', () => {
  it('is JSON that says the same, and tells a changed byte in what it says', () => {
    const value = { a: 1, b: { c: ['x', 'ü'] } };
    const text = sealJson(value);
    expect(JSON.parse(text)).toMatchObject(value);
    expect(isJsonWhole(text)).toBe(true);
    const said = JSON.stringify(value).length - 1;
    for (let at = 0; at < said; at++) {
      const changed = `${text.slice(0, at)}${text[at] === '~' ? '-' : '~'}${text.slice(at + 1)}`;
      expect(isJsonWhole(changed), changed).toBe(false);
    }
  });

  it('is bytes, of which each counts', () => {
    const bytes = Buffer.from('CORAVIEW and what follows');
    const sealed = sealBytes(bytes);
    expect(areBytesWhole(sealed)).toBe(true);
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 1;
      expect(areBytesWhole(changed)).toBe(false);
    }
  });

  it('without a seal is believed', () => {
    expect(isJsonWhole('{"a":1}\n')).toBe(true);
    expect(areBytesWhole(Buffer.from('short'))).toBe(true);
    expect(areBytesWhole(Buffer.alloc(200))).toBe(true);
  });
});
