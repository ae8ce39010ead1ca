/** Our lines go in and come out of any file without a trace. */

import { describe, expect, it } from 'vitest';
import {
  appendBlock,
  blockOf,
  findBlock,
  hookBlock,
  insertBlock,
  isTorn,
  removeBlock,
} from '../../../src/freshness/install/hookScript.ts';
import fc from '../../helpers/fastCheck.ts';

const block = hookBlock('post-commit', false);
/** Bytes of any encoding, with and without a first line that names an interpreter, with and without a last newline. */
const bytes = fc
  .tuple(
    fc.constantFrom('', '#!/bin/sh', '#!/bin/sh\n', '#!/usr/bin/env bash\r\n', '\n', '# BEGIN', '# END cora.\n'),
    fc.string({
      unit: fc.oneof(
        fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
        fc.constant('\n'),
      ),
    }),
  )
  .map(([first, rest]) => first + rest)
  .filter((text) => !isTorn(text));

describe.each([
  ['insertBlock', insertBlock],
  ['appendBlock', appendBlock],
])('%s', (_, put) => {
  it('is undone by removeBlock, byte for byte', () => {
    fc.assert(
      fc.property(bytes, (text) => removeBlock(put(text, block)) === text),
      { numRuns: 2000 },
    );
  });

  it('changes nothing the second time, and replaces the block of another version', () => {
    fc.assert(
      fc.property(bytes, (text) => {
        const other = put(text, blockOf('of an older version', 'old $& lines\n'));
        expect(put(put(text, block), block)).toBe(put(text, block));
        expect(put(other, block)).toBe(put(text, block));
      }),
    );
  });

  it('leaves what others write before and behind it later', () => {
    fc.assert(
      fc.property(bytes, bytes, (before, behind) => {
        const text = put('#!/bin/sh\necho foreign\n', block);
        expect(removeBlock(`${before}\n${text}${behind}`)).toBe(`${before}\n#!/bin/sh\necho foreign\n${behind}`);
      }),
    );
  });
});

describe('a block', () => {
  it('stands behind the interpreter and before what may end the hook', () => {
    expect(insertBlock('#!/bin/sh\nexit 0\n', block)).toBe(`#!/bin/sh\n${block}\nexit 0\n`);
    expect(insertBlock('exit 0', block)).toBe(`${block}\nexit 0`);
    expect(findBlock(`x\n${block}`)).toBe(block);
  });

  it('that lost one of its marks is seen', () => {
    const text = insertBlock('#!/bin/sh\n', block);
    expect(isTorn(text)).toBe(false);
    expect(isTorn(text.replace('# END cora\n', ''))).toBe(true);
    expect(isTorn(text.replace(/# BEGIN cora.*\n/, ''))).toBe(true);
    expect(isTorn(`${text}${text}`)).toBe(true);
  });
});
